// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Changes rows within one transaction, and records each change in the change history.
///
/// Every change of a row in the store uses this type. Only this type assigns UUID, persistent
/// identifier, revision, dates and write number (Specification/sync.md, "Seams", S4). Each change
/// of an item raises the revision of the item's slot, the place that its primary key decides
/// (Specification/sync.md, "Seams", S3). Each write raises the store's write number
/// (Specification/sync.md, "Seams", S6).
///
/// A revision is a time stamp. Of two versions of an item, sync keeps the version with the later
/// revision.
///
/// The head of the history is a summary of the history and of all rows, authenticated with a key of
/// the store (`HistorySeal`).
struct ChangeRecorder {
  let transaction: WriteTransaction
  let codec: RowCodec
  let randomness: any RandomnessSource
  let origin: ChangeOrigin
  /// The head (authenticated summary) of the change history, or nil if the stored head cannot be
  /// authenticated.
  ///
  /// A head that cannot be authenticated is not overwritten, so that a check continues to report
  /// it.
  private var seal: HistorySeal?
  var firstWrite: Int64?
  private var classes: Set<ItemClass> = []
  private var count = 0
  private var touchesSynchronizable = false

  init(
    _ transaction: WriteTransaction, codec: RowCodec, randomness: any RandomnessSource,
    origin: ChangeOrigin
  ) throws(KeychainError) {
    self.transaction = transaction
    self.codec = codec
    self.randomness = randomness
    self.origin = origin
    seal = try OpenSeal.seal(of: transaction, codec)
  }

  /// Returns the row whose primary key has the digest `slot`, or nil if there is no row.
  ///
  /// The row may be a tombstone.
  func occupant(of slot: Digest, _ itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.row(inSlot: slot, of: itemClass)
    }
  }

  /// Returns the check that a changing call makes if its query has found no item.
  ///
  /// The check finds rows that the query missed only because they are damaged or were edited in the
  /// file.
  func absence(of query: Query) -> Absence {
    Absence(codec: codec) { (slot) throws(KeychainError) in
      try occupant(of: slot, query.itemClass)
    } rows: { (plan) throws(KeychainError) in
      try rows(plan)
    }
  }

  /// Returns all rows that a plan selects.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try transaction.fetch(plan) }
  }

  /// Throws an error if the store cannot be written, and changes nothing.
  func requireWritable() throws(KeychainError) {
    try storing { () throws(StorageError) in try transaction.requireWritable() }
  }

  /// Encodes the draft (unsealed content) of an item as a row.
  ///
  /// The date and the revision of the row are the time of this change.
  func prepare(_ draft: ItemDraft) throws(KeychainError) -> PreparedRow {
    try codec.prepare(draft, RevisionStamp(origin.time, isNew: false))
  }

  /// Replaces the content of a row, and returns the new row, which keeps the row number of the old
  /// row.
  ///
  /// - Parameters:
  ///   - kept: the row whose UUID and persistent identifier the new row keeps.
  ///   - newUUID: true to draw a new UUID instead (Specification/sync.md, "Seams", S1).
  ///   - revisions: further revisions that the new revision has to exceed, besides the revision of
  ///     the replaced row.
  mutating func replace(
    _ row: SealedRow, with content: PreparedRow, keeping kept: SealedRow, kind: ChangeKind,
    newUUID: Bool = false, over revisions: [Instant] = []
  ) throws(KeychainError) -> SealedRow {
    let content = try prepared(
      content, over: [row.facts.revision] + revisions, isNew: kind == .add)
    let sealed = try codec.seal(
      content,
      RowNames(
        number: row.id, uuid: newUUID ? try RowNames.drawn(from: randomness).0 : kept.facts.uuid,
        persistentIdentifier: kept.facts.persistentIdentifier, write: transaction.nextWrite()))
    return try store(sealed, replacing: row, kind: kind)
  }

  /// Adds a tombstone (record of deletion) for the old primary key of an item whose primary key has
  /// changed.
  ///
  /// - Parameters:
  ///   - row: the item's row before the change. The tombstone gets a later revision.
  ///   - draft: the content of the tombstone, with the old primary key.
  ///   - uuid: the UUID of the tombstone: the UUID that the item had before the change.
  mutating func leaveTombstone(
    of row: SealedRow, _ draft: ItemDraft, uuid: Identifier16
  ) throws(KeychainError) {
    let content = try codec.prepare(
      draft, RevisionStamp(revision(over: [row.facts.revision]), isNew: false))
    let sealed = try codec.seal(
      content,
      RowNames(
        uuid: uuid, persistentIdentifier: try RowNames.drawn(from: randomness).0,
        write: transaction.nextWrite()))
    _ = try store(sealed, replacing: nil, kind: .delete)
  }

  /// Turns the row of a deleted item into an unfinished tombstone, because the row is locked now.
  ///
  /// A later call finishes the tombstone (Specification/sync.md, "Seams", S7). The row keeps its
  /// generation of keys, because the digest of its primary key and its content were made with these
  /// keys.
  mutating func leaveUnfinishedTombstone(of row: SealedRow) throws(KeychainError) {
    guard row.facts.form == .ordinary else { return }
    var facts = row.facts
    facts.isTombstone = true
    facts.form = .unfinishedTombstone
    facts.revision = revision(over: [row.facts.revision])
    facts.write = transaction.nextWrite()
    let sealed = try codec.sealUnfinished(row, as: facts)
    _ = try store(sealed, replacing: row, kind: .delete)
  }

  /// Seals a row again, under the current keys.
  ///
  /// The row gets a new write number, and keeps its revision, dates and identifiers
  /// (Specification/sync.md, "Seams", S6).
  mutating func reseal(_ row: SealedRow, _ draft: ItemDraft) throws(KeychainError) {
    let content = try codec.prepare(draft, RevisionStamp(row.facts.revision, isNew: false))
    let sealed = try codec.seal(
      content,
      RowNames(
        number: row.id, uuid: row.facts.uuid,
        persistentIdentifier: row.facts.persistentIdentifier, write: transaction.nextWrite()))
    _ = try store(sealed, replacing: row, kind: .reseal)
  }

  /// Removes a row from the store, without a tombstone.
  ///
  /// Only the change history keeps a trace of the row.
  mutating func remove(_ row: SealedRow, kind: ChangeKind = .delete) throws(KeychainError) {
    try storing { () throws(StorageError) in
      try transaction.remove(row.facts.itemClass, id: row.id)
    }
    try record(before: row, after: nil, kind: kind, write: transaction.nextWrite())
  }

  /// Moves an unusable row, for example a damaged row, into the table `aside`, which no query
  /// reads.
  ///
  /// So nothing of the row is lost (Specification/design.md, "Promises", 5).
  ///
  /// - Returns: The revision of the moved row. The next row with its primary key needs a later
  ///   revision. Nil if this revision is in the future, because the revision itself may be damaged
  ///   (Specification/sync.md, "Merge of versions").
  mutating func moveAside(_ row: SealedRow) throws(KeychainError) -> Instant? {
    try storing { () throws(StorageError) in
      try transaction.moveAside(row.facts.itemClass, id: row.id, at: origin.time)
    }
    try record(before: row, after: nil, kind: .movedAside, write: transaction.nextWrite())
    return row.facts.revision > origin.time ? nil : row.facts.revision
  }

  /// The event that the engine passes to `notify` after the commit (Specification/sync.md, "Seams",
  /// S14).
  ///
  /// Nil if the transaction has made no changes.
  var event: ChangeEvent? {
    guard count > 0 else { return nil }
    return ChangeEvent(
      classes: classes, count: count, highestWrite: transaction.lastWrite,
      touchesSynchronizable: touchesSynchronizable)
  }

  private mutating func store(_ sealed: SealedRow, replacing old: SealedRow?, kind: ChangeKind)
    throws(KeychainError) -> SealedRow
  {
    var sealed = sealed
    try storing { () throws(StorageError) in
      if old == nil {
        sealed.id = try transaction.insert(sealed)
      } else {
        try transaction.replace(sealed)
      }
    }
    try record(before: old, after: sealed, kind: kind, write: sealed.facts.write)
    return sealed
  }

  private mutating func record(
    before: SealedRow?, after: SealedRow?, kind: ChangeKind, write: Int64
  ) throws(KeychainError) {
    guard let subject = after ?? before else { return }
    let entry = HistoryEntry(
      write: write, time: origin.time, kind: kind, itemClass: subject.facts.itemClass,
      persistentIdentifier: subject.facts.persistentIdentifier, uuid: subject.facts.uuid,
      slotBefore: before?.facts.slot, slotAfter: after?.facts.slot,
      revisionBefore: before?.facts.revision, revisionAfter: after?.facts.revision,
      wasSynchronizable: before?.facts.isSynchronizable,
      isSynchronizable: after?.facts.isSynchronizable, caller: origin.caller,
      group: firstWrite ?? write)
    let keybag = codec.keybag
    try extendHistory(entry) { (seal) throws(SealError) in
      try seal.record(entry.encoded, before: before, after: after, keybag)
    }
    count(entry)
  }

  /// Counts an entry of the change history in the values of `event`: the classes and number of
  /// changes, and whether an item was synchronizable.
  mutating func count(_ entry: HistoryEntry) {
    firstWrite = firstWrite ?? entry.write
    if !classes.contains(entry.itemClass) { classes.insert(entry.itemClass) }
    count += 1
    if entry.wasSynchronizable == true || entry.isSynchronizable == true {
      touchesSynchronizable = true
    }
  }

  /// Appends an entry to the change history, and updates the head (authenticated summary) of the
  /// history.
  ///
  /// If the stored head cannot be authenticated, the head stays unchanged.
  ///
  /// - Parameter take: adds the entry to the head.
  mutating func extendHistory(
    _ entry: HistoryEntry, _ take: (inout HistorySeal) throws(SealError) -> Void
  ) throws(KeychainError) {
    guard var seal else {
      try storing { () throws(StorageError) in try transaction.record(entry, chain: []) }
      return
    }
    try sealing { () throws(SealError) in try take(&seal) }
    transaction.openHead = OpenSeal(seal: seal, codec: codec)
    self.seal = seal
    try storing { () throws(StorageError) in
      try transaction.record(entry, chain: seal.chain)
    }
  }

  /// Returns the revision for a row that this transaction writes (Specification/sync.md, "Seams",
  /// S3).
  ///
  /// The revision is the time of the change, or one millisecond after the latest earlier revision
  /// if that is later.
  ///
  /// - Parameter seen: the earlier revisions that the result has to exceed. A nil revision is
  ///   ignored.
  private func revision(over seen: [Instant?]) -> Instant {
    var revision = origin.time
    for case let seen? in seen {
      revision = max(revision, seen.advanced(byMicroseconds: 1000))
    }
    return revision
  }

  /// Returns a row that was encoded before the transaction, with a revision later than all
  /// revisions in `seen`.
  ///
  /// If the row was encoded with another revision or another value of `isNew`, it is encoded again.
  ///
  /// - Parameter isNew: true if the row is a new item, whose creation date is set as well.
  func prepared(_ row: PreparedRow, over seen: [Instant?], isNew: Bool)
    throws(KeychainError) -> PreparedRow
  {
    let stamp = RevisionStamp(revision(over: seen), isNew: isNew)
    return stamp == row.stamp ? row : try codec.prepare(row.draft, stamp)
  }
}

/// Finds rows while the keys are being rotated.
///
/// Some rows are then still sealed under the older generation of keys.
extension ChangeRecorder {
  /// Returns the row with this row number, or nil if the table no longer has that row.
  func row(numbered id: Int64, of itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.reader.row(numbered: id, of: itemClass)
    }
  }

  /// Returns the row with the primary key of a draft (unsealed content of an item), or nil if there
  /// is no row.
  ///
  /// The row may be a tombstone.
  ///
  /// The digest of the primary key is looked up under the current and the older generation of keys.
  func occupant(of slot: Digest, like draft: ItemDraft) throws(KeychainError) -> SealedRow? {
    if let row = try occupant(of: slot, draft.itemClass) { return row }
    guard let older = try codec.olderSlot(of: draft) else { return nil }
    return try occupant(of: older, draft.itemClass)
  }
}
