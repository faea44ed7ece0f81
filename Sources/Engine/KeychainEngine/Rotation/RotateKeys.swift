// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// Where a rotation has come to; told between its steps, at each of which it may be cut off.
package enum RotationStep: Hashable, Sendable {
  /// The keybag holds new keys under a new device key, and nothing is sealed under them.
  case prepared
  /// Whoever writes now uses the new keys.
  case begun
  /// One batch of rows was sealed anew.
  case batch(rows: Int)
  /// No row has the old keys any more.
  case settled
  /// The keybag has forgotten keys that nothing needs.
  case forgotten
}

extension Session {
  /// Renews the device key, and the class, metadata and index keys, while others go on working.
  ///
  /// Each step leaves a store that works; called again after an end in the middle, it goes on from
  /// there. Rows whose class is locked wait, and so do rows that do not open: the next call goes on
  /// with them, and begins no further generation before they are done.
  package func rotateKeys() throws(KeychainError) -> RotationReport {
    try rotateKeys { (_) throws(KeychainError) in }
  }

  /// - Parameter step: called after each step, with no lock held; what it throws ends the rotation
  ///   there.
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

  /// Lets the newest keys of the keybag be those of all rows, from wherever a call before was cut
  /// off.
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

  /// A fork need not wait for a whole rotation, only for a step of it.
  private func tell(
    _ done: RotationStep, _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try step(done)
    ForkBarrier.rest(microseconds: 0)
  }

  /// After an unlocking: what a call before has not finished, and new keys for a store whose
  /// passcode was set when that left the old ones.
  ///
  /// Not doing it loses nothing, and the next unlocking tries again.
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

/// Seals rows of the older generation of keys anew, batch by batch.
///
/// Each batch is a transaction of its own and small, so that nobody waits long for it (spec/sync.md
/// S16). A row keeps its names, revision and dates; its write number is a new one (S6).
private struct Resealing {
  /// Rows of one batch at most; a batch ends sooner when its rows are large.
  private static let rowLimit = 64
  private static let sizeLimit = 1 << 18  // bytes

  let session: Session
  /// Rows sealed anew so far.
  private(set) var count = 0

  init(session: Session) { self.session = session }

  /// Goes over all rows until a round finds nothing that it can do.
  ///
  /// A second round finds what changed its place meanwhile: a row that became a tombstone.
  mutating func run(_ step: (Int) throws(KeychainError) -> Void) throws(KeychainError) {
    var before: Int
    repeat {
      before = count
      for itemClass in ItemClass.stored {
        // Tombstones first: those of moved items name the slot of a row that is there still.
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

  /// Leaves the store to others for as long as a batch has kept it.
  ///
  /// They look for SQLite's lock now and then and do not stand in line for it: without a rest they
  /// would find it taken again and again, until the busy limit.
  private func rest(since start: Int64) {
    let taken = session.engine.environment.clock.sinceBoot() - start
    ForkBarrier.rest(microseconds: UInt32(min(max(taken, 1_000), 100_000)))
  }

  /// The rows whose class is not locked, in parts that are small enough for one transaction.
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
  /// Seals rows anew as they are now; what others have changed, taken or done meanwhile is left.
  ///
  /// A row whose key went with a passcode goes, since it would keep the old keys for ever.
  ///
  /// - Returns: how many were sealed.
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

  /// What is to be sealed anew; nil for a row that is locked or damaged, or whose new name is
  /// taken.
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

  /// The name that a slot has under the new keys, as far as its row is there to tell.
  private func renamed(
    _ slot: Digest, of itemClass: ItemClass, in change: ChangeRecorder
  ) throws(KeychainError) -> Digest {
    guard let target = try change.occupant(of: slot, itemClass),
      case .item(let item) = codec.open(target)
    else { return slot }
    return try codec.slot(of: ItemDraft(item, secret: nil))
  }
}
