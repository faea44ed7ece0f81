// SPDX-License-Identifier: Apache-2.0
import Keybag
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
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let sealed = try backingUp { () throws(BackupError) in try SealedBackup(decoding: content) }
    // Before the long work: what can be said without it.
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

  /// See `Administration`.
  package func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try restore(nil, terms)
  }

  /// See `Administration`.
  package func forgetBeforeRestore() throws(KeychainError) -> Bool {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try engine.withKeybag { (_, _) throws(KeychainError) in
      try KeptCopy(of: engine).remove()
    }
  }

  /// - Parameter opened: nil for the copy from before the last restore.
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
              .notAvailable, "others go on changing the store", advice: "try again")
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
    // By the keys in the file: this process may still hold some that a renewal has dropped.
    return .backup(try backingUp { () throws(BackupError) in try opened.opening(with: keybag) })
  }

  /// Refuses a store in which not every item could be sealed.
  private func requireUnlocked() throws(KeychainError) {
    let keybag = try engine.currentKeys().codec.keybag
    for protection in Protection.allCases where keybag.availability(of: protection) == .locked {
      throw KeychainError(
        .interactionNotAllowed, "nothing is restored into a locked store",
        advice: "security unlock-store unlocks it")
    }
  }

  /// - Returns: nil where others have changed the store after it was copied; nothing is done then.
  private func restoreOnce(
    _ source: RestoreSource, _ terms: RestoreTerms, _ keys: KeybagFiles, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> RestoreReport? {
    // The keybag first: the store's word counts, so that a crash in between changes nothing.
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
      // One of an earlier restore would bring back what nobody knows any more.
      if !terms.isRehearsal { report?.keepsFormerCopy = (try? copy.remove()) == nil }
      return report
    }
    do throws(KeychainError) {
      let kept = try keep(copy, of: source, terms, keybag, incarnation)
      var report = try restore(source, terms, incarnation, over: kept.lastWrite)
      report?.replacedCopy = kept.replacesFormer
      // The copy is found without its name too, as the next restore settles what this one has left.
      try? copy.settle(like: engine.store)
      return report
    } catch {
      // A commit that the disk has refused at its end may have come about: the store tells.
      try? copy.settle(like: engine.store)
      throw error
    }
  }

  /// Makes the copy for the next undo: of the store, or of the copy that is there where the backup
  /// changes nothing, as when a restore is done twice: that copy may have what is nowhere else.
  ///
  /// - Returns: the last write that was looked at, and whether another copy gives way.
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

  /// - Parameter last: the write up to which the store was copied; nil where it was not.
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
          .notAvailable, "others have changed the store since it was asked about",
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

/// Where the items of a restore come from.
private enum RestoreSource: Sendable {
  case backup(OpenedBackup)
  /// The store as it was before the last restore.
  case before(ItemStore)
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
    // Where another program has made one meanwhile, what it holds stays.
    var terms = RestoreTerms()
    terms.isMerging = true
    return try open().restore(opened, terms)
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

  /// A row as it was before; where others have its slot, it comes after them.
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
