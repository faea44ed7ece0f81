// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Engine {
  /// Opens the store in a directory, or makes a new store if the directory has no file of a store.
  ///
  /// The files are created in this order: device key, keybag in state *creating*, database under a
  /// temporary name and renamed, keybag in state *complete* (Documentation/Formats/store.md). If a
  /// crash interrupts the creation, the next call of `open` continues it. A call with
  /// `StoreOptions.leavesFiles` does not continue the creation, because it must change no file. If
  /// a complete store has lost a file, the error names this file.
  ///
  /// - Throws: The error that prevents opening the store. An existing file is never replaced by a
  ///   new file.
  package static func open(
    _ location: StoreLocation, environment: Environment = .system,
    notify: @escaping @Sendable (ChangeEvent) -> Void = { _ in }
  ) throws(KeychainError) -> Engine {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    if let engine = try openOnce(location, environment, notify) { return engine }
    // A repair has replaced the store meanwhile, or was killed while it replaced the store.
    if let engine = try openOnce(location, environment, notify) { return engine }
    let files = StoreFiles(directory: location.directory)
    throw KeychainError(.refused(StoreRefusal(.replaced, path: files.database)))
  }

  /// Opens the store and returns its engine.
  ///
  /// Nil if another process replaced the store meanwhile. `open` then tries again.
  private static func openOnce(
    _ location: StoreLocation, _ environment: Environment,
    _ notify: @escaping @Sendable (ChangeEvent) -> Void
  ) throws(KeychainError) -> Engine? {
    let files = StoreFiles(directory: location.directory)
    // Check the file system before any file is made in the directory.
    try storing { () throws(StorageError) in
      try StoreFile.examineFileSystem(files.directory, environment.store)
    }
    try files.prepareDirectory(in: location.home, environment.calls)
    // Read the lock generation before the keybag, so that a change of the keybag meanwhile is
    // noticed later. If the file `lock` is missing, lock the store before the file is made again:
    // no process has noticed a lock since the file disappeared.
    let lock = LockGeneration.look(files.lockFile)
    if lock.isMissing { try? lockAfterLoss(in: files, environment) }
    let onlyLooks = environment.store.leavesFiles
    if !onlyLooks { try finishRepair(files, environment) }
    let keys = environment.keys(in: files.directory)
    let keybag: UnlockedKeybag
    if let existing = try existingKeybag(keys, files, environment),
      existing.image.state == .complete
    {
      keybag = onlyLooks ? existing : mended(existing, keys, files, environment)
    } else if onlyLooks {
      throw KeychainError(
        .noSuchKeychain, "the creation of the store was interrupted",
        context: .path(files.directory),
        advice: "the next program that uses the store completes it")
    } else {
      keybag = try files.locked(within: environment.store.busyLimit, environment.calls) {
        () throws(KeychainError) in try create(keys, files, environment)
      }
    }
    if !onlyLooks { removeDrafts(files, environment) }
    guard let store = try store(files, of: keybag.image.store, environment) else { return nil }
    do throws(KeychainError) {
      let fitting = try Engine.keybag(of: store, files, environment, first: keybag)
      // A process that cannot notice a lock gets no held keys.
      let isDeaf = lock.flaw != nil && fitting.hasPasscode
      let kept = isDeaf ? LockState.beforeFirstUnlock.protections : nil
      let live = LiveKeys(fitting, since: lock.number, environment)
      let engine = Engine(
        environment: environment, files: files, store: store,
        keys: kept.map { live.keeping($0) } ?? live,
        generation: LockGeneration(files.lockFile),
        lastWrong: LastWrongPasscode(randomness: environment.randomness), kept: kept,
        notify: notify)
      if !onlyLooks { engine.catchUp() }
      engine.watchLocks()
      return engine
    } catch {
      store.leaveFiles()
      throw error
    }
  }

  private static func store(
    _ files: StoreFiles, of store: Identifier16, _ environment: Environment
  ) throws(KeychainError) -> ItemStore? {
    do throws(StorageError) {
      return try ItemStore(files.database, of: store, options: environment.store)
    } catch .refused(let refusal) where refusal.reason == .replaced {
      return nil
    } catch {
      throw KeychainError(error)
    }
  }

  /// Finishes an interrupted repair of the store (Documentation/Decisions/repair.md).
  private static func finishRepair(
    _ files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) {
    guard StoreSwap(files.database, environment.store).isPending else { return }
    let repair = StoreRepair(
      StoreLocation(directory: files.directory), environment: environment)
    try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in try repair.finishSwap()
    }
  }

  /// Updates an outdated copy of the keybag, and finishes an interrupted change of the device key.
  ///
  /// Returns the mended keybag, or the given keybag if it cannot be mended now. The disk may be
  /// full, or another process may be changing the keys. The store is opened in both cases, because
  /// readers wait for no other process.
  private static func mended(
    _ keybag: UnlockedKeybag, _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) -> UnlockedKeybag {
    guard keybag.hasNextDeviceKey || [.copyMissing, .copyBehind].contains(keybag.condition) else {
      return keybag
    }
    let mended = try? files.locked(within: 0, environment.calls) {
      () throws(KeychainError) in
      try keying(files) { () throws(KeybagError) in
        let mended = try keys.mendCopy(of: keybag)
        try keys.mendDeviceKey()
        return mended
      }
    }
    return mended ?? keybag
  }

  /// Removes unfinished files that a crash has left, unless another process is making files now.
  private static func removeDrafts(_ files: StoreFiles, _ environment: Environment) {
    guard files.hasDrafts(environment.calls) else { return }
    try? files.locked(within: 0, environment.calls) { () throws(KeychainError) in
      files.removeDrafts(environment.calls)
    }
  }

  /// Returns the keybag in the directory, or nil if the directory has neither a keybag nor a
  /// database.
  ///
  /// The keybag may belong to a store whose creation was interrupted.
  ///
  /// - Parameter isLocked: true if the caller holds the lock on the store's files. If `isLocked` is
  ///   false and the keybag is missing although a database exists, the function looks for the
  ///   keybag a second time. Another process may be creating the store, and it makes the database
  ///   after the keybag.
  private static func existingKeybag(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment, isLocked: Bool = false
  ) throws(KeychainError) -> UnlockedKeybag? {
    for isLast in isLocked ? [true] : [false, true] {
      let missing: KeybagError
      do throws(KeybagError) {
        return isLocked
          ? try keys.open(randomness: environment.randomness)
          : try openedKeybag(keys, files, environment)
      } catch .absent {
        missing = .missing(.deviceKey)
      } catch .missing(.keybag) {
        missing = .missing(.keybag)
      } catch {
        throw KeychainError(error, directory: files.directory)
      }
      guard try files.hasDatabase(environment.calls) else { return nil }
      if isLast { throw KeychainError(missing, directory: files.directory) }
    }
    return nil
  }

  /// Makes the missing files of a new store, and returns its keybag.
  ///
  /// The caller holds the lock on the store's files.
  private static func create(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) -> UnlockedKeybag {
    // Another process may have made the store first.
    let existing = try existingKeybag(keys, files, environment, isLocked: true)
    if let existing, existing.image.state == .complete { return existing }
    let keybag: UnlockedKeybag
    if let existing {
      keybag = existing
    } else {
      keybag = try keying(files) { () throws(KeybagError) in
        try keys.create(randomness: environment.randomness)
      }
    }
    if try !files.hasDatabase(environment.calls) { try createDatabase(keybag, files, environment) }
    return try keying(files) { () throws(KeybagError) in
      try keys.save(keybag.with(state: .complete))
    }
  }

  private static func createDatabase(
    _ keybag: UnlockedKeybag, _ files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) {
    let head = try sealing { () throws(SealError) in try HistorySeal.empty(keybag).encode(keybag) }
    let identity = StoreIdentity(
      store: keybag.image.store, incarnation: keybag.image.incarnation,
      created: environment.clock.now())
    try storing { () throws(StorageError) in
      try ItemStore.create(
        files.database, identity, historyHead: head, epochs: keybag.epochs,
        options: environment.store)
    }
  }
}
