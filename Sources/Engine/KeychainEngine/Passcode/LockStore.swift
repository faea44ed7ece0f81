// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// Locks and unlocks the store (Specification/access-control.md, "Locking and the grace period",
/// "Events of the device", Specification/design.md, "Embedded or daemon").
extension Session {
  /// Unlocks the store for all processes of the user.
  ///
  /// See `Administration`.
  package func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try hold(open(keys, trying: passcode, at: door, now), for: limit, after: keybag.lockState)
    }
    try finishDeletes()
    renewAfterUnlock()
  }

  /// Decrypts the keybag with the passcode, and returns it with all its keys.
  package func openWithPasscode(_ passcode: Passcode) throws(KeychainError) -> UnlockedKeybag {
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try open(keys, trying: passcode, at: .prompt, now)
    }
  }

  /// Unlocks the store with the keys of a keybag that `openWithPasscode` has returned.
  package func unlock(
    _ opened: UnlockedKeybag, for limit: UnlockLimit
  ) throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try hold(opened, for: limit, after: keybag.lockState)
    }
    try finishDeletes()
    renewAfterUnlock()
  }

  /// Finishes the deletion of items that were deleted while the store was locked.
  ///
  /// Called after an unlock. If the deletions cannot be finished now, the next unlock tries again.
  func finishDeletes() throws(KeychainError) {
    _ = try engine.currentKeys()
    guard engine.generation.hasUnfinished else { return }
    // Reset before the work, so that a delete during the work is remembered.
    engine.generation.hasUnfinished = false
    if (try? finishTombstones()) == nil { engine.generation.hasUnfinished = true }
  }

  /// Throws an error if this process would not notice when another process locks the store.
  ///
  /// The file `lock` is then unusable, removed or replaced. This process must then not get unlock
  /// keys.
  func requireLockFile() throws(KeychainError) {
    let path = engine.files.lockFile
    if let flaw = engine.generation.flaw { throw .lockFile(flaw, at: path) }
    guard engine.generation.isInPlace else {
      // Becoming deaf makes the next call open the store again.
      engine.watcher.becomeDeaf()
      throw KeychainError(
        .notAvailable, "the store's file lock was removed or replaced during the call",
        context: .path(path), advice: "try again")
    }
  }

  /// Makes the keys of a decrypted keybag available to all processes of the user.
  ///
  /// The caller holds the lock on the store's files.
  ///
  /// - Parameters:
  ///   - limit: the time limit after which the store locks itself.
  ///   - former: the lock state before the unlock, which shows whether this is the first unlock.
  private func hold(
    _ opened: UnlockedKeybag, for limit: UnlockLimit, after former: LockState
  ) throws(KeychainError) {
    try requireLockFile()
    try Engine.keying(engine.files) { () throws(KeybagError) in
      let environment = engine.environment
      environment.keys(in: engine.files.directory).dropOthers(than: opened)
      try opened.hold(in: environment.holder, for: limit, randomness: environment.randomness)
    }
    engine.noteUnlock(after: former, for: limit)
    engine.generation.raise()
  }

  /// Locks the store for all processes of the user.
  ///
  /// See `Administration`.
  ///
  /// - Parameter all: true to drop the keys of `AfterFirstUnlock` items as well.
  package func lockStore(all: Bool) throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    do throws(KeychainError) {
      try Engine.lockStore(in: engine.files, all: all, engine.environment)
    } catch {
      // Even if the lock failed, this process drops its keys.
      if engine.keys.hasPasscode { engine.deafen() }
      throw error
    }
    // This process drops its keys now. Other processes drop their keys when they notice the lock.
    _ = try engine.currentKeys()
  }

  /// Returns the lock state of the store, and facts about its passcode, such as the number of wrong
  /// tries and the seconds to wait.
  ///
  /// See `Administration`.
  package func lockStatus() throws(KeychainError) -> LockStatus {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let environment = engine.environment
    let now = environment.clock.bootMoment
    let keys = try engine.currentKeys()
    let keybag = keys.codec.keybag
    let (attempts, programTries) = try Engine.keying(engine.files) { () throws(KeybagError) in
      let files = environment.keys(in: engine.files.directory)
      let attempts = try files.readAttempts(at: now)
      let isAny = !attempts.programs.isEmpty
      let own = isAny ? try files.digest(ofProgram: caller.identifier) : nil
      return (attempts, attempts.programTries(of: own, at: now))
    }
    let seconds = keys.end.map { max(0, Int(($0 - now.microseconds + 999_999) / 1_000_000)) }
    var status = LockStatus(
      state: keybag.lockState, hasPasscode: keybag.hasPasscode,
      wrongTries: Int(attempts.prompt.count), countsAreLost: attempts.isLost,
      secondsToWait: attempts.prompt.secondsToWait(at: now), programTries: programTries,
      secondsToLock: seconds,
      isShared: environment.holder.isShared(keybag.heldNames))
    // The store has two unlock keys.
    if !status.isShared {
      status.obstacle = environment.holder.obstacle(toFurther: 2, startingAgent: true)
    }
    if keybag.hasPasscode {
      status.lockFileFlaw = LockGeneration.look(engine.files.lockFile).flaw?.words
      status.lockFileWasLost = LockGeneration.lastAct(engine.files.lockFile) == .fileLost
    }
    return status
  }
}

extension Engine {
  /// The time at which the store was or will be locked, and the time of its first unlock after the
  /// boot.
  ///
  /// A time is nil if it is not known.
  package var lockTimes: (locking: Instant?, firstUnlock: Instant?) {
    (generation.locking, generation.firstUnlock)
  }

  /// Records the time of an unlock in the file `lock`.
  ///
  /// If each process holds its own unlock keys, this process does not know whether another process
  /// has unlocked the store before. The unlock is then not recorded as the first unlock.
  ///
  /// - Parameters:
  ///   - former: the lock state before the unlock.
  ///   - limit: the time limit after which the store locks itself.
  func noteUnlock(after former: LockState, for limit: UnlockLimit) {
    let holder = environment.holder
    let isForAll = !holder.canOutliveLocks || holder.isShared(keys.codec.keybag.heldNames)
    generation.noteUnlock(
      at: environment.clock.now(), for: limit.seconds,
      isFirst: isForAll && former == .beforeFirstUnlock)
  }
}

extension PasscodeThrottle {
  /// Returns the number of wrong passcodes and the seconds to wait, for each program that has its
  /// own counter of wrong passcodes.
  ///
  /// The calling program comes first. If the calling program has to wait, it is always listed, even
  /// if the wait comes from a counter that it shares with other programs.
  ///
  /// - Parameter own: the digest of the calling program. Nil if no program has a counter.
  fileprivate func programTries(
    of own: Identifier16?, at now: BootMoment
  ) -> [LockStatus.ProgramTries] {
    var shown = programs.filter { $0.key != Self.others }
    if let own, counter(of: own).secondsToWait(at: now) > 0 { shown[own] = counter(of: own) }
    return
      shown
      .sorted {
        if ($0.key == own) != ($1.key == own) { return $0.key == own }
        return ($1.value.count, $0.key) < ($0.value.count, $1.key)
      }
      .map { program, counter in
        LockStatus.ProgramTries(
          isOwn: program == own, wrongTries: Int(counter.count),
          secondsToWait: counter.secondsToWait(at: now))
      }
  }
}

extension Engine {
  /// Locks a store without opening it.
  ///
  /// The keys are dropped at once, before any waiting, even if the database is damaged.
  ///
  /// - Throws: -50 if the store has no passcode. After the keys are dropped: `ioFailed` if other
  ///   processes do not notice the lock, `notAvailable` if another process keeps the files locked.
  package static func lockStore(
    in files: StoreFiles, all: Bool, _ environment: Environment
  ) throws(KeychainError) {
    // Programs that had opened the missing file treat everything as locked, so this call locks
    // everything too.
    let isLost = LockGeneration.look(files.lockFile).isMissing
    try lockStore(in: files, isLost ? .fileLost : all ? .lockAll : .lock, environment)
  }

  /// Locks the whole store for every process, because the file `lock` was missing or exchanged.
  ///
  /// A program that has opened the lost file would not notice a later lock, so its keys must be
  /// dropped now. The file that replaces the lost file records that the store was locked. Therefore
  /// the store is locked only once for each replacement.
  static func lockAfterLoss(
    in files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) {
    // The mark `hasTakenPlace` is set only for a store with a passcode.
    let isMissing = LockGeneration.look(files.lockFile).isMissing
    guard isMissing || !LockGeneration(files.lockFile).hasTakenPlace else { return }
    try lockStore(in: files, .fileLost, environment)
  }

  private static func lockStore(
    in files: StoreFiles, _ act: LockGeneration.Act, _ environment: Environment
  ) throws(KeychainError) {
    let all = act != .lock
    let wasOpen = try drop(in: files, all: all, sweeping: true, environment)
    let generation = LockGeneration(files.lockFile)
    if act == .fileLost { generation.hasTakenPlace = true }
    generation.noteLock(at: environment.clock.now(), from: wasOpen, all: all)
    let isTold = generation.raise(after: act)
    // Drop again under the lock: no process is then between holding new keys and writing their
    // keybag.
    try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      let isLast = LockGeneration.lastAct(files.lockFile) == act
      _ = try drop(in: files, all: all, sweeping: !isLast, environment)
      if !isLast { generation.raise(after: act) }
    }
    guard isTold else {
      throw KeychainError(
        .ioFailed, "the keys are dropped, but programs with the store open are not told",
        context: .path(files.lockFile), advice: "end these programs, or make the file writable")
    }
  }

  /// Drops the unlock keys of a store, so that no process can use them.
  ///
  /// - Parameters:
  ///   - all: true to drop the keys of `AfterFirstUnlock` items as well.
  ///   - isSweeping: true to drop also the keys of passcodes that the store no longer has. This
  ///     needs a search through all keys that the kernel keeps for the user.
  /// - Returns: True if the store was unlocked.
  static func drop(
    in files: StoreFiles, all: Bool, sweeping isSweeping: Bool, _ environment: Environment
  ) throws(KeychainError) -> Bool {
    let (store, names) = try keying(files) {
      () throws(KeybagError) -> (Identifier16, HeldNames?) in
      guard let keybag = try environment.keys(in: files.directory).readBoth() else {
        throw .absent
      }
      return (keybag.image.store, try keybag.heldNames())
    }
    // Drop also by name, because the kernel may not list its keys.
    let wasOpen = names.map { environment.holder.held($0.unlock) != nil } ?? false
    if let names {
      environment.holder.drop(names.unlock)
      if all { environment.holder.drop(names.firstUnlock) }
    }
    // Drop also the keys of a passcode that was removed.
    if isSweeping { environment.holder.dropLocked(of: store, all: all || names == nil) }
    guard names != nil else {
      try keying(files) { () throws(KeybagError) in throw .passcode(isSet: false) }
      return wasOpen
    }
    return wasOpen
  }
}
