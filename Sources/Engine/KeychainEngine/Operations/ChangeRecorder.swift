// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The one way rows change: draws names, keeps the history and its head, in one transaction.
///
/// UUID, persistent identifier, revision, dates and write number are assigned here and nowhere else
/// (spec/sync.md S4); revisions rise over every slot touched (S3), write numbers over the store
/// (S6).
struct ChangeRecorder {
  let transaction: WriteTransaction
  let codec: RowCodec
  let randomness: any RandomnessSource
  let origin: ChangeOrigin
  /// nil: the stored one does not authenticate.
  ///
  /// It stays as it is then, so that check goes on reporting it.
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

  /// The row in a slot, tombstones included.
  func occupant(of slot: Digest, _ itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.row(inSlot: slot, of: itemClass)
    }
  }

  /// The last look of a change that has found nothing.
  func absence(of query: Query) -> Absence {
    Absence(codec: codec) { (slot) throws(KeychainError) in
      try occupant(of: slot, query.itemClass)
    } rows: { (plan) throws(KeychainError) in
      try rows(plan)
    }
  }

  /// All rows of a plan.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try transaction.fetch(plan) }
  }

  /// Refuses where a change would be refused, without making one.
  func requireWritable() throws(KeychainError) {
    try storing { () throws(StorageError) in try transaction.requireWritable() }
  }

  /// What a draft becomes at the time of this change.
  func prepare(_ draft: ItemDraft) throws(KeychainError) -> PreparedRow {
    try codec.prepare(draft, RevisionStamp(origin.time, isNew: false))
  }

  /// Replaces the content of a row in its place.
  ///
  /// - Parameters:
  ///   - kept: whose UUID and persistent identifier the row has afterwards.
  ///   - newUUID: where the row must not keep its old UUID (S1).
  ///   - revisions: further ones that the new one has to exceed.
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

  /// Adds the tombstone of a slot that an item has left.
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

  /// Turns a row that cannot be opened now into a tombstone to be finished later (S7).
  ///
  /// It keeps the generation of its keys: its slot's name and what is inside are of that one.
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

  /// Seals a row anew: another write number, the same revision, dates and names (S6).
  mutating func reseal(_ row: SealedRow, _ draft: ItemDraft) throws(KeychainError) {
    let content = try codec.prepare(draft, RevisionStamp(row.facts.revision, isNew: false))
    let sealed = try codec.seal(
      content,
      RowNames(
        number: row.id, uuid: row.facts.uuid,
        persistentIdentifier: row.facts.persistentIdentifier, write: transaction.nextWrite()))
    _ = try store(sealed, replacing: row, kind: .reseal)
  }

  /// Removes a row without a trace but the history's.
  mutating func remove(_ row: SealedRow, kind: ChangeKind = .delete) throws(KeychainError) {
    try storing { () throws(StorageError) in
      try transaction.remove(row.facts.itemClass, id: row.id)
    }
    try record(before: row, after: nil, kind: kind, write: transaction.nextWrite())
  }

  /// Moves a damaged row out of the way; nothing of it is lost (DESIGN promise 5).
  ///
  /// - Returns: its revision, which the slot's next row has to exceed; nil when it is after now,
  ///   since the column may be what was changed (spec/sync.md 4.2).
  mutating func moveAside(_ row: SealedRow) throws(KeychainError) -> Instant? {
    try storing { () throws(StorageError) in
      try transaction.moveAside(row.facts.itemClass, id: row.id, at: origin.time)
    }
    try record(before: row, after: nil, kind: .movedAside, write: transaction.nextWrite())
    return row.facts.revision > origin.time ? nil : row.facts.revision
  }

  /// What is told after the commit (spec/sync.md S14).
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

  /// Takes an entry into what is told after the commit.
  mutating func count(_ entry: HistoryEntry) {
    firstWrite = firstWrite ?? entry.write
    if !classes.contains(entry.itemClass) { classes.insert(entry.itemClass) }
    count += 1
    if entry.wasSynchronizable == true || entry.isSynchronizable == true {
      touchesSynchronizable = true
    }
  }

  /// Appends the entry and moves the head; a head that does not authenticate stays as it is.
  ///
  /// - Parameter take: takes the entry in.
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

  /// The revision of a write: now, but later than all that the slots have seen (S3).
  private func revision(over seen: [Instant?]) -> Instant {
    var revision = origin.time
    for case let seen? in seen {
      revision = max(revision, seen.advanced(byMicroseconds: 1000))
    }
    return revision
  }

  /// A row that was prepared before the transaction; once more, where a revision in its way is not
  /// over yet.
  func prepared(_ row: PreparedRow, over seen: [Instant?], isNew: Bool)
    throws(KeychainError) -> PreparedRow
  {
    let stamp = RevisionStamp(revision(over: seen), isNew: isNew)
    return stamp == row.stamp ? row : try codec.prepare(row.draft, stamp)
  }
}

/// Rows of each generation of keys.
extension ChangeRecorder {
  /// A row by its number.
  func row(numbered id: Int64, of itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.reader.row(numbered: id, of: itemClass)
    }
  }

  /// The row in the slot of a draft, tombstones included, whichever generation of keys made it.
  func occupant(of slot: Digest, like draft: ItemDraft) throws(KeychainError) -> SealedRow? {
    if let row = try occupant(of: slot, draft.itemClass) { return row }
    guard let older = try codec.olderSlot(of: draft) else { return nil }
    return try occupant(of: older, draft.itemClass)
  }
}
