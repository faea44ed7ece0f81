// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Renews the device key, class keys, metadata keys and the index key (the key of the digests),
  /// while other calls continue.
  ///
  /// The store is usable after each step. If a rotation was interrupted, the next call continues
  /// it. Rows that are locked or cannot be decrypted wait for a later call. New keys are made only
  /// after all rows of the earlier rotation are sealed under its keys.
  package func rotateKeys() throws(KeychainError) -> RotationReport {
    try rotateKeys { (_) throws(KeychainError) in }
  }

  /// Renews the keys of the store, and calls `step` after each step of the rotation.
  ///
  /// - Parameter step: called with no lock held. If it throws an error, the rotation stops.
  package func rotateKeys(
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let hasNewKeys = try KeyRenewal(engine: engine).prepare()
    try tell(.prepared, step)
    var report = try finishRenewal(step)
    report.hasNewKeys = hasNewKeys
    return report
  }

  /// Seals all rows under the newest keys of the keybag.
  ///
  /// If an earlier call was interrupted, continues its work.
  func finishRenewal(
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    let renewal = KeyRenewal(engine: engine)
    if try renewal.begin() { try tell(.begun, step) }
    var resealing = Resealing(session: self)
    try resealing.run { (rows) throws(KeychainError) in try tell(.batch(rows: rows), step) }
    if try renewal.settle() {
      try tell(.settled, step)
      try renewal.forget()
      try tell(.forgotten, step)
    }
    var report = RotationReport()
    report.rowsResealed = resealing.count
    try renewal.count(into: &report)
    return report
  }

  /// Reports a completed step of the rotation to the caller, and then lets a waiting fork happen.
  ///
  /// A thread that forks the process waits until no call is in progress. Between two steps the
  /// rotation allows the fork, so that the thread does not wait for the whole rotation.
  private func tell(
    _ done: RotationStep, _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try step(done)
    ForkBarrier.rest(microseconds: 0)
  }

  /// Continues an interrupted rotation after an unlock.
  ///
  /// This call also makes new keys if the passcode was set but the rows still have the keys from
  /// before the passcode. If the call fails, nothing is lost, and the next unlock tries again.
  func renewAfterUnlock() {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    let renewal = KeyRenewal(engine: engine)
    do throws(KeychainError) {
      guard try engine.currentKeys().hasPasscode else { return }
      if try renewal.isUnfinished() { _ = try finishRenewal { (_) throws(KeychainError) in } }
      guard try renewal.isDue(), try renewal.prepare() else { return }
      _ = try finishRenewal { (_) throws(KeychainError) in }
    } catch {}
  }
}

/// Seals rows that have older keys under the current keys, batch by batch.
///
/// Each batch is a small transaction of its own, so other writers never wait long
/// (Specification/sync.md, "Seams", S16). A row keeps its identifiers, revision and dates, and gets
/// a new write number (Specification/sync.md, "Seams", S6).
private struct Resealing {
  /// The maximum number of rows in one batch.
  ///
  /// A batch has fewer rows if they are large.
  private static let rowLimit = 64
  private static let sizeLimit = 1 << 18  // bytes

  let session: Session
  /// The number of rows that were sealed under the current keys.
  private(set) var count = 0

  init(session: Session) { self.session = session }

  /// Seals all rows that have older keys, and repeats that until a round has sealed no row.
  ///
  /// A round reads tombstones before other rows. The next round finds rows that became tombstones
  /// after the earlier round had read the tombstones.
  mutating func run(_ step: (Int) throws(KeychainError) -> Void) throws(KeychainError) {
    var before: Int
    repeat {
      before = count
      for itemClass in ItemClass.stored {
        // Tombstones first: a tombstone of a moved item names a slot whose row still exists.
        for tombstones in [true, false] { try run(itemClass, tombstones, step) }
      }
    } while count > before
  }

  private mutating func run(
    _ itemClass: ItemClass, _ tombstones: Bool, _ step: (Int) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var last: Int64 = 0
    while true {
      let rows = try outdatedRows(itemClass, tombstones, after: last)
      guard let end = rows.last else { return }
      last = end.id
      for batch in batches(of: rows) {
        let start = session.engine.environment.clock.sinceBoot()
        let done = try session.withKeys { (call) throws(KeychainError) in
          try call.reseal(batch, of: itemClass)
        }
        guard done > 0 else { continue }
        rest(since: start)
        count += done
        try step(done)
      }
    }
  }

  private func outdatedRows(
    _ itemClass: ItemClass, _ tombstones: Bool, after last: Int64
  ) throws(KeychainError) -> [OutdatedRow] {
    try storing { () throws(StorageError) in
      try session.engine.store.read { (reader) throws(StorageError) in
        try reader.outdatedRows(
          itemClass, tombstones: tombstones, after: last, limit: Self.rowLimit)
      }
    }
  }

  /// Waits for as long as the last batch took (at most 100 milliseconds), so that other processes
  /// can use the store.
  ///
  /// Other processes poll for SQLite's lock and have no queue. Without a pause they would find the
  /// lock taken each time, until their calls fail because the store is busy.
  ///
  /// - Parameter start: the time when the batch began, in microseconds since boot.
  private func rest(since start: Int64) {
    let taken = session.engine.environment.clock.sinceBoot() - start
    ForkBarrier.rest(microseconds: UInt32(min(max(taken, 1_000), 100_000)))
  }

  /// Returns the rows whose protection class is not locked, divided into batches for one
  /// transaction each.
  private func batches(of rows: [OutdatedRow]) -> [[OutdatedRow]] {
    let codec = session.engine.codec
    var batches: [[OutdatedRow]] = []
    var size = 0
    for row in rows {
      guard let protection = row.protection,
        codec.keybag.availability(of: protection) != .locked
      else { continue }
      if batches.isEmpty || size + row.size > Self.sizeLimit {
        batches.append([])
        size = 0
      }
      batches[batches.count - 1].append(row)
      size += row.size
    }
    return batches
  }
}

extension Session {
  /// Seals rows under the current keys, with their current content.
  ///
  /// Rows that other programs have changed, removed or sealed meanwhile are skipped. A row is
  /// removed if its class key was lost with a passcode. Nothing can decrypt this row or seal it
  /// again, so the store could otherwise never drop its old keys.
  ///
  /// - Returns: The number of rows sealed.
  fileprivate func reseal(
    _ rows: [OutdatedRow], of itemClass: ItemClass
  ) throws(KeychainError) -> Int {
    try changing { (change: inout ChangeRecorder) throws(KeychainError) in
      var done = 0
      for outdated in rows {
        let row = try change.row(numbered: outdated.id, of: itemClass)
        guard let row, row.facts.keyEpoch != codec.keybag.epochs.current else { continue }
        if case .lost = codec.open(row) {
          try change.remove(row, kind: .purge)
          continue
        }
        guard let draft = try draft(of: row, in: change) else { continue }
        try change.reseal(row, draft)
        done += 1
      }
      return done
    }
  }

  /// Returns the content of a row as a draft (unsealed content), to be sealed under the current
  /// keys.
  ///
  /// Nil if the row is locked or damaged, or if another row already has its primary key.
  private func draft(
    of row: SealedRow, in change: ChangeRecorder
  ) throws(KeychainError) -> ItemDraft? {
    guard case .item(let item) = codec.open(row) else { return nil }
    var draft: ItemDraft
    do throws(KeychainError) {
      let hasSecret = row.facts.form == .ordinary
      draft = hasSecret ? try codec.wholeDraft(of: item) : ItemDraft(item, secret: nil)
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
    if case .moved(let slot) = draft.tombstone {
      draft.tombstone = .moved(to: try renamed(slot, of: row.facts.itemClass, in: change))
    }
    let occupant = try change.occupant(of: try codec.slot(of: draft), draft.itemClass)
    guard occupant == nil || occupant?.id == row.id else { return nil }
    return draft
  }

  /// Converts the digest of a primary key: from `slot`, computed with the old keys, to the digest
  /// under the new keys.
  ///
  /// If the row with this primary key cannot be decrypted, returns the old digest.
  private func renamed(
    _ slot: Digest, of itemClass: ItemClass, in change: ChangeRecorder
  ) throws(KeychainError) -> Digest {
    guard let target = try change.occupant(of: slot, itemClass),
      case .item(let item) = codec.open(target)
    else { return slot }
    return try codec.slot(of: ItemDraft(item, secret: nil))
  }
}
