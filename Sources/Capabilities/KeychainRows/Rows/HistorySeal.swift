// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// The authenticated end of the change history: what the store must consist of.
///
/// The fingerprint is the exclusive or of one keyed value per row, so that a row removed, added or
/// rolled back outside the engine shows in `security check` (DESIGN promise 4 and section 7). The
/// store keeps the bytes as the code of the last entry and does not understand them
/// (Documentation/Formats/store.md).
package struct HistorySeal: Hashable, Sendable {
  /// Exclusive or of the fingerprints of all rows.
  package private(set) var fingerprint: Identifier16
  /// Rows of all classes, tombstones included.
  package private(set) var rowCount: Int64
  /// Keyed code over the chain before and the entry.
  package private(set) var chain: [UInt8]

  private static let length = 72

  private init(fingerprint: Identifier16, rowCount: Int64, chain: [UInt8]) {
    self.fingerprint = fingerprint
    self.rowCount = rowCount
    self.chain = chain
  }

  /// The seal of a store without rows.
  package static func empty(_ keybag: UnlockedKeybag) throws(SealError) -> HistorySeal {
    HistorySeal(fingerprint: .zero, rowCount: 0, chain: try keybag.history.start())
  }

  /// Reads a seal, of this format or the one before it; nil when it does not authenticate.
  package init?(_ bytes: [UInt8], _ keybag: UnlockedKeybag) throws(SealError) {
    guard bytes.count == Self.length,
      let fingerprint = Identifier16(bytes.span.extracting(..<16)),
      let tag = Identifier16(bytes.span.extracting(56...))
    else { return nil }
    var count: UInt64 = 0
    for place in (16..<24).reversed() { count = count << 8 | UInt64(bytes[place]) }
    self.init(
      fingerprint: fingerprint, rowCount: Int64(bitPattern: count), chain: Array(bytes[24..<56]))
    let content = bytes.span.extracting(..<56)
    if try keybag.history.code(over: content, of: SchemaText.digest) == tag { return }
    // Format 3 and before; the next change of the store writes one of this format.
    guard try keybag.history.code(over: content) == tag else { return nil }
  }

  /// Fingerprint, row count, chain, and a tag over them and the text of the schema.
  package func encode(_ keybag: UnlockedKeybag) throws(SealError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    bytes.append(fingerprint)
    bytes.append(littleEndian: rowCount)
    bytes += chain
    bytes.append(try keybag.history.code(over: bytes.span, of: SchemaText.digest))
    return bytes
  }

  /// Takes in one change.
  package mutating func record(
    _ entry: [UInt8], before: SealedRow?, after: SealedRow?, _ keybag: UnlockedKeybag
  ) throws(SealError) {
    if let before {
      try combine(before, keybag)
      rowCount -= 1
    }
    if let after { try add(after, keybag) }
    chain = try keybag.history.head(after: chain, entry: entry.span)
  }

  /// Takes in a new row, whose entry and fingerprint were made before.
  package mutating func record(_ addition: SealedAddition, _ keybag: UnlockedKeybag)
    throws(SealError)
  {
    combine(addition.fingerprint)
    rowCount += 1
    chain = try keybag.history.head(after: chain, entry: addition.encoded.span)
  }

  /// Goes on from another end, which the same entries have under other keys.
  package mutating func continueFrom(_ end: [UInt8]) { chain = end }

  /// Whether entries follow from one another and the last one is the end that is sealed here.
  ///
  /// The history is bounded, so that what came before its first entry need not be there; the very
  /// first write of a store has nothing before it.
  package func ends(_ history: [(entry: HistoryEntry, chain: [UInt8])], _ keybag: UnlockedKeybag)
    throws(SealError) -> Bool
  {
    var end = try keybag.history.start()
    for (place, (entry, stored)) in history.enumerated() {
      let isKnown = place > 0 || entry.write == 1
      if isKnown, try keybag.history.head(after: end, entry: entry.encoded.span) != stored {
        return false
      }
      end = stored
    }
    return end == chain
  }

  /// Takes in a row.
  package mutating func add(_ row: SealedRow, _ keybag: UnlockedKeybag) throws(SealError) {
    try combine(row, keybag)
    rowCount += 1
  }

  /// Named by the keys of its own generation, so that a rotation need not touch all rows at once.
  ///
  /// A row whose clear columns the engine never wrote has no fingerprint: it shows as missing.
  private mutating func combine(_ row: SealedRow, _ keybag: UnlockedKeybag) throws(SealError) {
    if let other = try Self.fingerprint(of: row, keybag) { combine(other) }
  }

  /// The keyed value of one row; nil for a row without one.
  package static func fingerprint(
    of row: SealedRow, _ keybag: UnlockedKeybag
  ) throws(SealError) -> Identifier16? {
    guard let binding = row.binding, let keys = keybag.keys(of: binding.keyEpoch) else {
      return nil
    }
    return try keys.history.fingerprint(of: binding)
  }

  private mutating func combine(_ other: Identifier16) {
    fingerprint = Identifier16(
      high: fingerprint.high ^ other.high, low: fingerprint.low ^ other.low)
  }
}

extension SealedRow {
  /// Everything in the clear of the row, as the associated data has it.
  ///
  /// nil when a column holds a value that the engine never writes: such a row does not open.
  package var binding: RowBinding? {
    isMalformed ? nil : RowBinding(facts)
  }
}

extension RowBinding {
  /// The clear columns of a row as associated data.
  package init(_ facts: RowFacts) {
    self.init(
      identifier: facts.uuid, persistentReference: facts.persistentIdentifier,
      revision: facts.revision, itemClass: facts.itemClass, protection: facts.protection,
      groupDigest: facts.group, slotDigest: facts.slot,
      isSynchronizable: facts.isSynchronizable, isTombstone: facts.isTombstone,
      form: UInt32(facts.form.rawValue), keyEpoch: facts.keyEpoch, writeNumber: facts.write)
  }
}
