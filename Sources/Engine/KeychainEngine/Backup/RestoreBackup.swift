// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Restores a backup in one transaction.
  ///
  /// After a crash, the store is either unchanged or fully restored.
  ///
  /// See `Administration`.
  ///
  /// The transaction removes the local items, unless `terms.isMerging` is true, and adds the items
  /// of the backup. The transaction also renews the incarnation, the store's identifier that
  /// changes with each restore (Specification/sync.md, "Seams", S16, S5).
  package func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let sealed = try backingUp { () throws(BackupError) in try SealedBackup(decoding: content) }
    // Check the lock state first, before the long work.
    try requireUnlocked()
    switch wrapping {
    case .passphrase(let passphrase):
      return try restore(
        try backingUp { () throws(BackupError) in try sealed.opened(by: passphrase) }, terms)
    case .device:
      let keybag = try engine.currentKeys().codec.keybag
      return try restore(
        try backingUp { () throws(BackupError) in try sealed.opened(by: keybag) }, terms)
    }
  }

  /// Restores the content that the store had before its last restore.
  ///
  /// See `Administration`.
  package func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try restore(nil, terms)
  }

  /// Removes the copy of the store that was made before its last restore.
  ///
  /// Returns true if there was a copy. See `Administration`.
  package func forgetBeforeRestore() throws(KeychainError) -> Bool {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try engine.withKeybag { (_, _) throws(KeychainError) in
      try KeptCopy(of: engine).remove()
    }
  }

  /// Restores a decrypted backup, or undoes the last restore if `opened` is nil.
  ///
  /// If other programs write to the store meanwhile, tries up to three times.
  ///
  /// - Parameter opened: the decrypted backup. Nil to restore the copy of the store that was made
  ///   before the last restore.
  fileprivate func restore(
    _ opened: OpenedBackup?, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    try withKeys { (call) throws(KeychainError) in
      if opened == nil { try KeptCopy(of: engine).requireOne() }
      try call.requireUnlocked()
      return try call.engine.withKeybag { (keys, keybag) throws(KeychainError) in
        try KeptCopy(of: engine).settle(like: engine.store)
        let source = try call.source(opened, keybag)
        var tries = 1
        while true {
          let report = try call.restoreOnce(source, terms, keys, keybag)
          if let report { return report }
          guard tries < 3 else {
            throw KeychainError(
              .notAvailable, "other programs keep changing the store", advice: "try again")
          }
          tries += 1
        }
      }
    }
  }

  private func source(
    _ opened: OpenedBackup?, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> RestoreSource {
    guard let opened else {
      return .before(try KeptCopy(of: engine).opened(like: engine.store, codec.keybag))
    }
    // Use the keys in the keybag file: this process may still have keys that a renewal has dropped.
    return .backup(try backingUp { () throws(BackupError) in try opened.opening(with: keybag) })
  }

  /// Throws an error if a protection class of the store is locked.
  ///
  /// Restored items of a locked class could not be sealed.
  private func requireUnlocked() throws(KeychainError) {
    let keybag = try engine.currentKeys().codec.keybag
    for protection in Protection.allCases where keybag.availability(of: protection) == .locked {
      throw KeychainError(
        .interactionNotAllowed, "the store is locked, so nothing was restored into it",
        advice: "security unlock-store unlocks it")
    }
  }

  /// Makes the copy of the store for a later undo, and then tries once to restore the items.
  ///
  /// - Returns: Nil, with nothing restored, if other programs have changed the store after it was
  ///   copied. The caller then tries again.
  private func restoreOnce(
    _ source: RestoreSource, _ terms: RestoreTerms, _ keys: KeybagFiles, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> RestoreReport? {
    // Save the new incarnation in the keybag before the transaction stores it. A crash in between
    // changes nothing, because the incarnation in the store decides.
    var incarnation = keybag.image.incarnation
    if !terms.isRehearsal {
      let randomness = engine.environment.randomness
      incarnation = try Engine.keying(engine.files) { () throws(KeybagError) in
        try keys.save(try keybag.withNewIncarnation(randomness: randomness))
      }.image.incarnation
    }
    let copy = KeptCopy(of: engine)
    guard terms.keepsCopy, !terms.isRehearsal else {
      var report = try restore(source, terms, incarnation, over: nil)
      // A copy from before an earlier restore would bring back a state that is out of date.
      if !terms.isRehearsal { report?.keepsFormerCopy = (try? copy.remove()) == nil }
      return report
    }
    do throws(KeychainError) {
      let kept = try keep(copy, of: source, terms, keybag, incarnation)
      var report = try restore(source, terms, incarnation, over: kept.lastWrite)
      report?.replacedCopy = kept.replacesFormer
      // If settling fails, the next restore settles the copy.
      try? copy.settle(like: engine.store)
      return report
    } catch {
      // The commit may have succeeded although the disk reported an error. `settle` finds that out
      // from the incarnation of the store.
      try? copy.settle(like: engine.store)
      throw error
    }
  }

  /// Makes the copy of the store to which the next `restore --undo` returns.
  ///
  /// If the backup would change nothing, for example because it was just restored, the earlier copy
  /// is kept. The earlier copy may have items that exist nowhere else. The copy gets the new
  /// incarnation, the store's identifier that changes with each restore.
  ///
  /// - Returns: `lastWrite` is the number of the store's last write operation before the copy was
  ///   made. `replacesFormer` is true if a backup is to be restored and the new copy replaces an
  ///   earlier copy.
  private func keep(
    _ copy: KeptCopy, of source: RestoreSource, _ terms: RestoreTerms, _ keybag: UnlockedKeybag,
    _ incarnation: Identifier16
  ) throws(KeychainError) -> (lastWrite: Int64, replacesFormer: Bool) {
    guard case .backup = source, let former = try? copy.opened(like: engine.store, keybag) else {
      return (try copy.make(of: engine.store, incarnation), false)
    }
    let last = try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in try reader.lastWrite() }
    }
    var rehearsal = terms
    rehearsal.isRehearsal = true
    guard try restore(source, rehearsal, incarnation, over: last)?.changesNothing == true else {
      return (try copy.make(of: engine.store, incarnation), true)
    }
    _ = try copy.make(of: former, incarnation)
    return (last, false)
  }

  /// Restores the items of a backup, or of the copy from before the last restore, in one
  /// transaction.
  ///
  /// - Parameter last: the number of the store's last write operation before the store was copied.
  ///   Nil if no copy was made.
  /// - Returns: Nil, with nothing changed, if the store was written after it was copied.
  private func restore(
    _ source: RestoreSource, _ terms: RestoreTerms, _ incarnation: Identifier16, over last: Int64?
  ) throws(KeychainError) -> RestoreReport? {
    try changing(isRehearsal: terms.isRehearsal) {
      [codec, clock = engine.environment.clock]
      (change: inout ChangeRecorder) throws(KeychainError) -> RestoreReport? in
      if let last, change.transaction.lastWrite != last { return nil }
      var report = RestoreReport()
      var removed = RemovedItems()
      if !terms.isMerging { try change.clear(&report, &removed) }
      try change.restore(source, &report, &removed)
      removed.count(in: &report)
      if let most = terms.mostLost, report.lost > most {
        throw KeychainError(
          .notAvailable, "other programs changed the store after the question",
          advice: "try again; nothing was restored")
      }
      if report.ofOtherDevice > 0 {
        try change.transaction.remember(
          KeyEvent(.restoredFromOtherDevice, at: clock.now(), count: report.ofOtherDevice),
          under: codec.keybag)
      }
      try storing { [transaction = change.transaction] () throws(StorageError) in
        try transaction.renewIncarnation(incarnation)
      }
      return report
    }
  }
}

/// The source from which a restore takes the items: a backup, or the copy from before the last
/// restore.
private enum RestoreSource: Sendable {
  case backup(OpenedBackup)
  /// The copy of the store from before its last restore.
  case before(ItemStore)
}

extension Engine {
  /// Decrypts a backup with its passphrase, and then restores it into a store that `open` opens or
  /// creates.
  ///
  /// If the content is not a backup or the passphrase is wrong, `open` is not called. So no store
  /// is created in vain.
  ///
  /// - Parameter open: opens the store, and returns a session for the owner of the store.
  /// - Throws: The errors of `Session.restore` and of `open`.
  package static func restore(
    _ content: [UInt8], by passphrase: Passcode,
    into open: () throws(KeychainError) -> Session
  ) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let opened = try backingUp { () throws(BackupError) in
      try SealedBackup(decoding: content).opened(by: passphrase)
    }
    // Merge, so that the items stay if another program has created a store meanwhile.
    var terms = RestoreTerms()
    terms.isMerging = true
    return try open().restore(opened, terms)
  }
}

extension ChangeRecorder {
  /// The number of rows that are read from the store at a time.
  private static let batch = 256

  /// Removes the items that are not synchronizable, and the items that need a passcode, before a
  /// restore.
  ///
  /// Items for which `BackupRules.isKept` is true stay (Specification/secitem.md, "Importing a
  /// backup"). Items that need a passcode are removed because they are in no backup
  /// (Specification/access-control.md, "Effects on items"). A damaged row is moved into the table
  /// `aside`, which no query reads, because the row may contain an item that should stay
  /// (Specification/design.md, "Promises", 5).
  ///
  /// - Parameters:
  ///   - report: its numbers of removed items and of rows moved aside are increased.
  ///   - removed: gets the removed items, so that items that the restore does not bring back can be
  ///     counted as lost.
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
    _ source: RestoreSource, _ report: inout RestoreReport, _ removed: inout RemovedItems
  ) throws(KeychainError) {
    switch source {
    case .backup(let backup):
      let isSameStore = backup.store == codec.keybag.image.store
      for place in 0..<backup.count {
        try restore(place, of: backup, isSameStore: isSameStore, &report, &removed)
      }
    case .before(let copy):
      for itemClass in ItemClass.stored {
        var plan = StorePlan(itemClass, limit: Self.batch)
        while true {
          let rows = try storing { () throws(StorageError) in try copy.fetch(plan) }
          guard let last = rows.last else { break }
          plan.after = last.id
          for row in rows { try putBack(row, &report, &removed) }
        }
      }
    }
  }

  /// Puts an item back into the store, from a row of the copy made before the last restore.
  ///
  /// If the store has a later version with the same primary key, the restored version replaces it.
  /// The restored version then gets a revision that is later still. A revision is the time stamp by
  /// which sync orders versions.
  private mutating func putBack(
    _ row: SealedRow, _ report: inout RestoreReport, _ removed: inout RemovedItems
  ) throws(KeychainError) {
    let version: ItemVersion
    switch codec.open(row) {
    case .item(let item):
      do throws(KeychainError) {
        version = ItemVersion(item, as: try codec.wholeDraft(of: item))
      } catch {
        guard error.code == .decode else { throw error }
        report.damaged += 1
        return
      }
    case .damaged, .lost:
      report.damaged += 1
      return
    case .locked: throw .locked
    }
    switch try putBack(version, &removed) {
    case .applied: report.restored += 1
    default: report.keptHere += 1
    }
  }

  private mutating func restore(
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
      try removed.remove(version, codec)
    case .present, .older: report.keptHere += 1
    case .refused: report.refused += 1
    case .locked: throw .locked
    }
  }
}
