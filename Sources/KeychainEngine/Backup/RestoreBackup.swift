// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainExplanations
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// See `Administration`.
  ///
  /// One transaction for all, as the promise asks for it (spec/sync.md S16): the old rows go, the
  /// items of the backup come, and the incarnation is a new one (S5). A crash leaves the store as
  /// it was or as it is afterwards.
  package func restore(
    _ content: [UInt8], under wrapping: BackupWrapping
  ) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let sealed = try backingUp { () throws(BackupError) in try SealedBackup(decoding: content) }
    // Before the long work: what can be said without it.
    try requireUnlocked()
    switch wrapping {
    case .passphrase(let passphrase):
      return try restore(
        try backingUp { () throws(BackupError) in try sealed.opened(by: passphrase) })
    case .device:
      let keybag = try engine.currentKeys().codec.keybag
      return try restore(
        try backingUp { () throws(BackupError) in try sealed.opened(by: keybag) })
    }
  }

  fileprivate func restore(_ opened: OpenedBackup) throws(KeychainError) -> RestoreReport {
    try withKeys { (call) throws(KeychainError) in
      try call.requireUnlocked()
      return try call.restoreOnce(opened)
    }
  }

  /// Refuses a store in which not every item could be sealed.
  private func requireUnlocked() throws(KeychainError) {
    let keybag = try engine.currentKeys().codec.keybag
    for protection in Protection.allCases where keybag.availability(of: protection) == .locked {
      throw KeychainError(
        .interactionNotAllowed, "a locked store takes no backup", advice: "unlock the store first")
    }
  }

  private func restoreOnce(_ opened: OpenedBackup) throws(KeychainError) -> RestoreReport {
    let environment = engine.environment
    return try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      // By the keys in the file: this process may still hold some that a renewal has dropped.
      let backup = try backingUp { () throws(BackupError) in try opened.opening(with: keybag) }
      // The keybag first: the store's word counts, so that a crash in between changes nothing.
      let next = try Engine.keying(engine.files) { () throws(KeybagError) in
        try keys.save(try keybag.withNewIncarnation(randomness: environment.randomness))
      }
      return try changing { [codec] (change: inout ChangeRecorder) throws(KeychainError) in
        var report = RestoreReport()
        let isSameStore = backup.store == codec.keybag.image.store
        var removed = RemovedItems()
        try change.clear(&report, &removed)
        for place in 0..<backup.count {
          try change.restore(place, of: backup, isSameStore: isSameStore, &report, &removed)
        }
        removed.count(in: &report)
        if report.ofOtherDevice > 0 {
          try change.transaction.remember(
            KeyEvent(
              .restoredFromOtherDevice, at: environment.clock.now(), count: report.ofOtherDevice),
            under: codec.keybag)
        }
        try storing { [transaction = change.transaction] () throws(StorageError) in
          try transaction.renewIncarnation(next.image.incarnation)
        }
        return report
      }
    }
  }
}

extension Engine {
  /// Restores a backup into a store that is opened, and made where there is none, only after the
  /// backup has been: what is no backup and what a wrong passphrase does not open makes no store.
  ///
  /// - Parameter open: opens the store for its owner.
  /// - Throws: as `Session.restore` and as `open` do.
  package static func restore(
    _ content: [UInt8], by passphrase: Passcode,
    into open: () throws(KeychainError) -> Session
  ) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let opened = try backingUp { () throws(BackupError) in
      try SealedBackup(decoding: content).opened(by: passphrase)
    }
    return try open().restore(opened)
  }
}

extension ChangeRecorder {
  /// How many rows are looked at at a time.
  private static let batch = 256

  /// Removes what is not synchronizable, but for what a restore leaves (spec/secitem.md 14.2), and
  /// what needs a passcode, which no backup brings back (spec/access-control.md 2.4).
  ///
  /// A row that does not open goes aside: it may be one that stays (DESIGN promise 5).
  fileprivate mutating func clear(
    _ report: inout RestoreReport, _ removed: inout RemovedItems
  ) throws(KeychainError) {
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass, limit: Self.batch, contents: [])
      plan.rows = .both
      while true {
        let rows = try self.rows(plan)
        guard let last = rows.last else { break }
        plan.after = last.id
        for row in rows
        where !row.facts.isSynchronizable
          || row.facts.protection == .whenPasscodeSetThisDeviceOnly
        {
          try clear(row, &report, &removed)
        }
      }
    }
  }

  private mutating func clear(
    _ row: SealedRow, _ report: inout RestoreReport, _ removed: inout RemovedItems
  ) throws(KeychainError) {
    let state = codec.open(row)
    switch state {
    case .item(let item) where BackupRules.isKept(item): return
    case .item, .lost:
      if case .item(let item) = state { try removed.insert(item, codec) }
      try remove(row, kind: .restore)
      report.removed += 1
    case .damaged:
      _ = try moveAside(row)
      report.movedAside += 1
    case .locked: throw .locked
    }
  }

  fileprivate mutating func restore(
    _ place: Int, of backup: OpenedBackup, isSameStore: Bool, _ report: inout RestoreReport,
    _ removed: inout RemovedItems
  ) throws(KeychainError) {
    let content: SecretBytes
    switch backup.open(place) {
    case .content(let bytes): content = bytes
    case .otherDevice:
      report.ofOtherDevice += 1
      return
    case .damaged:
      report.damaged += 1
      return
    }
    guard let version = ItemVersion(decoding: content),
      version.draft.protection == backup.protection(of: place)
    else {
      report.damaged += 1
      return
    }
    switch try apply(isSameStore ? version : version.withoutLocalParts, as: .restore) {
    case .applied:
      report.restored += 1
      try removed.remove(version.draft, codec)
    case .present, .older: report.keptHere += 1
    case .refused: report.refused += 1
    case .locked: throw .locked
    }
  }
}
