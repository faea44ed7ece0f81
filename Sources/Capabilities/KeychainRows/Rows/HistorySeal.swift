// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// The authenticated summary of the change history and of all rows of the store.
///
/// The seal contains a fingerprint of all rows: the exclusive or (XOR) of one code per row, made
/// with a secret key. By the fingerprint, `security check` notices a row that was removed, added or
/// rolled back outside the engine (Specification/design.md, "Promises", 4 and "Keys and rows").
///
/// The store keeps the bytes of the seal as the head of the history, and does not interpret them
/// (Documentation/Formats/store.md).
package struct HistorySeal: Hashable, Sendable {
  /// The exclusive or (XOR) of the fingerprints of all rows.
  package private(set) var fingerprint: Identifier16
  /// The number of rows of all classes, including tombstones.
  package private(set) var rowCount: Int64
  /// The authentication code of the last history entry and of the chain before that entry.
  package private(set) var chain: [UInt8]

  private static let length = 72

  private init(fingerprint: Identifier16, rowCount: Int64, chain: [UInt8]) {
    self.fingerprint = fingerprint
    self.rowCount = rowCount
    self.chain = chain
  }

  /// Returns the seal (authenticated summary) of a store that has no rows and no history.
  package static func empty(_ keybag: UnlockedKeybag) throws(SealError) -> HistorySeal {
    HistorySeal(fingerprint: .zero, rowCount: 0, chain: try keybag.history.start())
  }

  /// Decodes a seal (authenticated summary) in this format or an earlier format, and checks its
  /// authentication tag.
  ///
  /// Nil if the seal does not authenticate under the keys of the keybag.
  package init?(_ bytes: [UInt8], _ keybag: UnlockedKeybag) throws(SealError) {
    guard bytes.count == Self.length,
      let fingerprint = Identifier16(bytes.span.extracting(..<16)),
      let rowCount: Int64 = Canonical.number(bytes.span.extracting(16..<24)),
      let tag = Identifier16(bytes.span.extracting(56...))
    else { return nil }
    self.init(fingerprint: fingerprint, rowCount: rowCount, chain: Array(bytes[24..<56]))
    let content = bytes.span.extracting(..<56)
    if try keybag.history.code(over: content, of: SchemaText.digest) == tag { return }
    // In format 3 and earlier, the tag does not cover the schema. The next change of the store
    // writes a seal of this format.
    guard try keybag.history.code(over: content) == tag else { return nil }
  }

  /// Returns the seal (authenticated summary) as bytes: fingerprint, row count, chain, and an
  /// authentication tag.
  ///
  /// The tag covers the first three values and the text of the schema.
  package func encode(_ keybag: UnlockedKeybag) throws(SealError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    bytes.append(fingerprint)
    bytes.append(littleEndian: rowCount)
    bytes += chain
    bytes.append(try keybag.history.code(over: bytes.span, of: SchemaText.digest))
    return bytes
  }

  /// Adds one change of a row and its encoded history entry to the seal (authenticated summary).
  ///
  /// `before` is the row before the change, nil if the change adds a row. `after` is the row after
  /// the change, nil if the change removes a row.
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

  /// Adds a new row to the seal (authenticated summary).
  ///
  /// `addition` contains the history entry and the fingerprint of the row, which were already
  /// computed.
  package mutating func record(_ addition: SealedAddition, _ keybag: UnlockedKeybag)
    throws(SealError)
  {
    combine(addition.fingerprint)
    rowCount += 1
    chain = try keybag.history.head(after: chain, entry: addition.encoded.span)
  }

  /// Sets the authentication code at the end of the chain.
  ///
  /// A rotation of keys sets the code, because the history entries then have other codes.
  package mutating func continueFrom(_ end: [UInt8]) { chain = end }

  /// True if the history entries form an unbroken chain that ends with this seal (authenticated
  /// summary).
  ///
  /// Then each entry's authentication code follows from the previous code, and the last code equals
  /// `chain`. The store drops old entries, so the first given entry is accepted without its
  /// predecessor. Only the entry with write number 1 must continue the empty chain of a new store.
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

  /// Adds a row to the fingerprint and to the row count of the seal (authenticated summary), but
  /// adds no history entry.
  package mutating func add(_ row: SealedRow, _ keybag: UnlockedKeybag) throws(SealError) {
    try combine(row, keybag)
    rowCount += 1
  }

  /// Adds the fingerprint of a row to the seal (authenticated summary), or removes it if the seal
  /// already includes it.
  ///
  /// The fingerprint is made with the generation of keys that sealed the row. So a rotation of keys
  /// need not change all rows at once. A row has no fingerprint if an unencrypted column has a
  /// value that the engine never writes. A check then reports the row as missing.
  private mutating func combine(_ row: SealedRow, _ keybag: UnlockedKeybag) throws(SealError) {
    if let other = try Self.fingerprint(of: row, keybag) { combine(other) }
  }

  /// Returns the fingerprint of a row: a code over its unencrypted columns, made with a secret key.
  ///
  /// Nil if a column has a value that the engine never writes, or if the key is missing.
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
  /// The unencrypted columns of the row, to which its sealed content is bound as associated data.
  ///
  /// Nil if a column has a value that the engine never writes. The row then cannot be decrypted.
  package var binding: RowBinding? {
    isMalformed ? nil : RowBinding(facts)
  }
}

extension RowBinding {
  /// Creates the associated data (authenticated but unencrypted) of a row from its unencrypted
  /// columns.
  package init(_ facts: RowFacts) {
    self.init(
      identifier: facts.uuid, persistentReference: facts.persistentIdentifier,
      revision: facts.revision, itemClass: facts.itemClass, protection: facts.protection,
      groupDigest: facts.group, slotDigest: facts.slot,
      isSynchronizable: facts.isSynchronizable, isTombstone: facts.isTombstone,
      form: UInt32(facts.form.rawValue), keyEpoch: facts.keyEpoch, writeNumber: facts.write)
  }
}
