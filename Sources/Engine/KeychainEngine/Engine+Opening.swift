// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Engine {
  /// Opens the store of a directory, making a new one only where nothing of one is.
  ///
  /// Order of creation: device key, keybag in state *creating*, database under another name and
  /// renamed, keybag in state *complete* (Documentation/Formats/store.md). A crash in between is
  /// carried on by the next opening; a store that was complete and has lost a file is refused by
  /// the name of the file. Who only looks (`StoreOptions.leavesFiles`) carries nothing on.
  ///
  /// - Throws: the status of what speaks against the store; nothing is ever made over a file.
  package static func open(
    _ location: StoreLocation, environment: Environment = .system,
    notify: @escaping @Sendable (ChangeEvent) -> Void = { _ in }
  ) throws(KeychainError) -> Engine {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    if let engine = try openOnce(location, environment, notify) { return engine }
    // A repair has put another store there meanwhile, or was killed while it did.
    if let engine = try openOnce(location, environment, notify) { return engine }
    let files = StoreFiles(directory: location.directory)
    throw KeychainError(.refused(StoreRefusal(.replaced, path: files.database)))
  }

  /// The engine; nil where the store was replaced while it was being opened.
  private static func openOnce(
    _ location: StoreLocation, _ environment: Environment,
    _ notify: @escaping @Sendable (ChangeEvent) -> Void
  ) throws(KeychainError) -> Engine? {
    let files = StoreFiles(directory: location.directory)
    // Before anything is made there.
    try storing { () throws(StorageError) in
      try StoreFile.examineFileSystem(files.directory, environment.store)
    }
    try files.prepareDirectory(in: location.home, environment.calls)
    // Before the keybag, so that a change while it is read shows later; and before the file is made
    // anew: nobody has heard of a lock since it went.
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
        .noSuchKeychain, "the store was never made to its end", context: .path(files.directory),
        advice: "the next program that uses it goes on with it")
    } else {
      keybag = try files.locked(within: environment.store.busyLimit, environment.calls) {
        () throws(KeychainError) in try create(keys, files, environment)
      }
    }
    if !onlyLooks { removeDrafts(files, environment) }
    guard let store = try store(files, of: keybag.image.store, environment) else { return nil }
    do throws(KeychainError) {
      let fitting = try Engine.keybag(of: store, files, environment, first: keybag)
      // Held keys are not for who would not hear of a lock.
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

  /// Finishes what a repair that was killed has begun (Documentation/Decisions/repair.md).
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

  /// Catches up with the copy that a crash has left behind, and ends a change of the device key.
  ///
  /// Where that is not possible now, on a disk without room say, or while another process changes
  /// the keys, the store is opened all the same and at once: readers wait for nobody.
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

  /// Removes what a crash has left of files being made; later, where somebody is making some now.
  private static func removeDrafts(_ files: StoreFiles, _ environment: Environment) {
    guard files.hasDrafts(environment.calls) else { return }
    try? files.locked(within: 0, environment.calls) { () throws(KeychainError) in
      files.removeDrafts(environment.calls)
    }
  }

  /// The keybag that is there; nil where a store has never been completed.
  ///
  /// Without the lock a second look decides: where the first saw no keybag and then a database,
  /// another process may have made both meanwhile, the database last.
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

  /// Makes what is missing of a new store; the caller holds the lock.
  private static func create(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) -> UnlockedKeybag {
    // Somebody else may have come first.
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
