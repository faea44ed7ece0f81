// SPDX-License-Identifier: Apache-2.0

/// One entry of the change history: a change of one row, recorded in the transaction of the change
/// (Specification/sync.md, "Seams", S13).
package struct HistoryEntry: Hashable, Sendable {
  package var write: Int64
  package var time: Instant
  package var kind: ChangeKind
  package var itemClass: ItemClass
  package var persistentIdentifier: Identifier16
  package var uuid: Identifier16
  package var slotBefore: Digest?
  package var slotAfter: Digest?
  package var revisionBefore: Instant?
  package var revisionAfter: Instant?
  package var wasSynchronizable: Bool?
  package var isSynchronizable: Bool?
  /// The incarnation (identifier) of the remote store from which the change came; nil if the change
  /// was made in this store.
  package var origin: Identifier16?
  /// The application identifier of the program that made the change, encrypted.
  package var caller: [UInt8]
  /// The number that all changes of one call have in common: the value of `write` in the entry of
  /// the call's first change.
  package var group: Int64

  package init(
    write: Int64, time: Instant, kind: ChangeKind, itemClass: ItemClass,
    persistentIdentifier: Identifier16, uuid: Identifier16, slotBefore: Digest? = nil,
    slotAfter: Digest? = nil, revisionBefore: Instant? = nil, revisionAfter: Instant? = nil,
    wasSynchronizable: Bool? = nil, isSynchronizable: Bool? = nil, origin: Identifier16? = nil,
    caller: [UInt8] = [], group: Int64
  ) {
    self.write = write
    self.time = time
    self.kind = kind
    self.itemClass = itemClass
    self.persistentIdentifier = persistentIdentifier
    self.uuid = uuid
    self.slotBefore = slotBefore
    self.slotAfter = slotAfter
    self.revisionBefore = revisionBefore
    self.revisionAfter = revisionAfter
    self.wasSynchronizable = wasSynchronizable
    self.isSynchronizable = isSynchronizable
    self.origin = origin
    self.caller = caller
    self.group = group
  }
}

extension HistoryEntry {
  /// The encoded entry, which the authentication codes of the change history protect
  /// (Documentation/Formats/store.md).
  ///
  /// Each code is computed from the code before it and the bytes of one entry.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160 + caller.count)
    bytes.append(littleEndian: write)
    bytes.append(littleEndian: time.microseconds)
    bytes.append(kind.rawValue)
    bytes.append(itemClass.number)
    bytes.append(persistentIdentifier)
    bytes.append(uuid)
    Self.append(slotBefore, to: &bytes)
    Self.append(slotAfter, to: &bytes)
    Self.append(revisionBefore, to: &bytes)
    Self.append(revisionAfter, to: &bytes)
    Self.append(wasSynchronizable, to: &bytes)
    Self.append(isSynchronizable, to: &bytes)
    Self.append(origin, to: &bytes)
    bytes.append(littleEndian: group)
    bytes.append(littleEndian: UInt32(caller.count))
    return bytes + caller
  }

  // Each value that may be missing has one byte that says whether it is present, then the value.

  private static func append(_ identifier: Identifier16?, to bytes: inout [UInt8]) {
    bytes.append(identifier == nil ? 0 : 1)
    if let identifier { bytes.append(identifier) }
  }

  private static func append(_ instant: Instant?, to bytes: inout [UInt8]) {
    bytes.append(instant == nil ? 0 : 1)
    if let instant { bytes.append(littleEndian: instant.microseconds) }
  }

  private static func append(_ flag: Bool?, to bytes: inout [UInt8]) {
    bytes.append(flag == nil ? 0 : 1)
    if let flag { bytes.append(flag ? 1 : 0) }
  }
}
