// SPDX-License-Identifier: Apache-2.0
import Keybag
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
  private let environment: Environment
  private let caller: [UInt8]
  private let time: Instant
  /// nil: the stored one does not authenticate.
  ///
  /// It stays as it is then, so that check goes on reporting it.
  private var seal: HistorySeal?
  private var firstWrite: Int64?
  private var classes: Set<ItemClass> = []
  private var count = 0
  private var touchesSynchronizable = false

  init(
    _ transaction: WriteTransaction, codec: RowCodec, environment: Environment, caller: Caller
  ) throws(KeychainError) {
    self.transaction = transaction
    self.codec = codec
    self.environment = environment
    time = environment.clock.now()
    let keybag = codec.keybag
    let head = transaction.historyHead
    self.caller = try sealing { () throws(SealError) in
      try keybag.sealer.sealCaller(caller.identifier)
    }
    seal = try sealing { () throws(SealError) in try HistorySeal(head, keybag) }
  }

  /// The row in a slot, tombstones included.
  func occupant(of slot: Digest, _ itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.row(inSlot: slot, of: itemClass)
    }
  }

  /// All rows of a plan.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try transaction.fetch(plan) }
  }

  /// Adds a row.
  ///
  /// - Parameter seen: what `moveAside` said of the row that was in the slot before.
  mutating func insert(_ draft: ItemDraft, over seen: Instant? = nil) throws(KeychainError)
    -> SealedRow
  {
    var draft = draft
    let revision = revision(over: [seen])
    stamp(&draft, revision, isNew: true)
    let sealed = try codec.seal(
      draft,
      RowNames(
        uuid: try fresh(), persistentIdentifier: try fresh(), revision: revision,
        write: transaction.nextWrite()))
    return try store(sealed, replacing: nil, kind: .add)
  }

  /// Replaces the content of a row in its place.
  ///
  /// - Parameters:
  ///   - kept: whose UUID and persistent identifier the row has afterwards.
  ///   - uuid: a new UUID, where the row must not keep its old one (S1).
  ///   - over: a further revision that the new one has to exceed.
  mutating func replace(
    _ row: SealedRow, with draft: ItemDraft, keeping kept: SealedRow, kind: ChangeKind,
    newUUID: Bool = false, over revisions: [Instant] = []
  ) throws(KeychainError) -> SealedRow {
    var draft = draft
    let revision = revision(over: [row.facts.revision] + revisions)
    stamp(&draft, revision, isNew: kind == .add)
    let sealed = try codec.seal(
      draft,
      RowNames(
        number: row.id, uuid: newUUID ? try fresh() : kept.facts.uuid,
        persistentIdentifier: kept.facts.persistentIdentifier, revision: revision,
        write: transaction.nextWrite()))
    return try store(sealed, replacing: row, kind: kind)
  }

  /// Adds the tombstone of a slot that an item has left.
  mutating func leaveTombstone(
    of row: SealedRow, _ draft: ItemDraft, uuid: Identifier16
  ) throws(KeychainError) {
    var draft = draft
    let revision = revision(over: [row.facts.revision])
    stamp(&draft, revision, isNew: false)
    let sealed = try codec.seal(
      draft,
      RowNames(
        uuid: uuid, persistentIdentifier: try fresh(), revision: revision,
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
    var draft = draft
    draft.attributes[.modificationDate] = .date(row.facts.revision)
    let sealed = try codec.seal(
      draft,
      RowNames(
        number: row.id, uuid: row.facts.uuid,
        persistentIdentifier: row.facts.persistentIdentifier, revision: row.facts.revision,
        write: transaction.nextWrite()))
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
      try transaction.moveAside(row.facts.itemClass, id: row.id, at: time)
    }
    try record(before: row, after: nil, kind: .movedAside, write: transaction.nextWrite())
    return row.facts.revision > time ? nil : row.facts.revision
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
      write: write, time: time, kind: kind, itemClass: subject.facts.itemClass,
      persistentIdentifier: subject.facts.persistentIdentifier, uuid: subject.facts.uuid,
      slotBefore: before?.facts.slot, slotAfter: after?.facts.slot,
      revisionBefore: before?.facts.revision, revisionAfter: after?.facts.revision,
      wasSynchronizable: before?.facts.isSynchronizable,
      isSynchronizable: after?.facts.isSynchronizable, caller: caller,
      group: firstWrite ?? write)
    firstWrite = firstWrite ?? write
    try extendHistory(entry, before: before, after: after)
    classes.insert(subject.facts.itemClass)
    count += 1
    for row in [before, after] where row?.facts.isSynchronizable == true {
      touchesSynchronizable = true
    }
  }

  /// Appends the entry and moves the head; a head that does not authenticate stays as it is.
  private mutating func extendHistory(
    _ entry: HistoryEntry, before: SealedRow?, after: SealedRow?
  ) throws(KeychainError) {
    let keybag = codec.keybag
    guard var seal else {
      try storing { () throws(StorageError) in try transaction.record(entry, chain: []) }
      return
    }
    transaction.historyHead = try sealing { () throws(SealError) in
      try seal.record(entry.encoded, before: before, after: after, keybag)
      return try seal.encode(keybag)
    }
    self.seal = seal
    try storing { () throws(StorageError) in
      try transaction.record(entry, chain: seal.chain)
    }
  }

  /// The revision of a write: now, but later than all that the slots have seen (S3).
  private func revision(over seen: [Instant?]) -> Instant {
    seen.compactMap { $0?.advanced(byMicroseconds: 1000) }.reduce(time) { max($0, $1) }
  }

  private func stamp(_ draft: inout ItemDraft, _ revision: Instant, isNew: Bool) {
    draft.attributes[.modificationDate] = .date(revision)
    if isNew { draft.attributes[.creationDate] = .date(revision) }
  }

  private func fresh() throws(KeychainError) -> Identifier16 {
    do {
      let bytes = try environment.randomness.bytes(count: 16)
      return Identifier16(bytes) ?? .zero
    } catch {
      throw KeychainError(.internalError, "the system gives no random bytes")
    }
  }
}
