// SPDX-License-Identifier: Apache-2.0

/// One entry of the change history, written in the transaction of the change (spec/sync.md S13).
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
  /// nil: this store; otherwise the remote incarnation.
  package var origin: Identifier16?
  /// The caller's application identifier, sealed.
  package var caller: [UInt8]
  /// The write number of the first change of the same verb.
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

/// The authenticated head of the change history: what the store must consist of.
///
/// One record, replaced by every transaction. The fingerprint is the exclusive or of one keyed
/// value per row, so that a row removed, added or rolled back outside the engine shows in
/// `security check` (DESIGN promise 4 and section 7). The store keeps the bytes and does not
/// understand them.
package struct HistoryHead: Hashable, Sendable {
  /// The highest write number.
  package var lastWrite: Int64
  /// Rows of all classes, tombstones included.
  package var rowCount: Int64
  /// Exclusive or of the keyed fingerprints of all rows; 32 bytes.
  package var fingerprint: [UInt8]
  /// Chain over all entries ever written: keyed digest of the chain before and the entry; 32 bytes.
  package var chain: [UInt8]

  package static let empty = HistoryHead(
    lastWrite: 0, rowCount: 0, fingerprint: [UInt8](repeating: 0, count: 32),
    chain: [UInt8](repeating: 0, count: 32))

  package init(lastWrite: Int64, rowCount: Int64, fingerprint: [UInt8], chain: [UInt8]) {
    self.lastWrite = lastWrite
    self.rowCount = rowCount
    self.fingerprint = fingerprint
    self.chain = chain
  }
}
