// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// Locking and unlocking (spec/access-control.md 2.2, 2.3, DESIGN section 5).
extension Session {
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

  /// The keybag with all keys, by its passcode.
  package func openWithPasscode(_ passcode: Passcode) throws(KeychainError) -> UnlockedKeybag {
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try open(keys, trying: passcode, at: .prompt, now)
    }
  }

  /// Unlocks the store by a keybag that its passcode has opened.
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

  /// Finishes what deletes have left while it was locked, once this process has the keys.
  ///
  /// Not doing it loses nothing.
  func finishDeletes() throws(KeychainError) {
    _ = try engine.currentKeys()
    guard engine.generation.hasUnfinished else { return }
    // Before the work, so that a delete meanwhile is not forgotten.
    engine.generation.hasUnfinished = false
    if (try? finishTombstones()) == nil { engine.generation.hasUnfinished = true }
  }

  /// Refuses to give keys to a process that would not hear of a lock.
  func requireLockFile() throws(KeychainError) {
    let path = engine.files.lockFile
    if let flaw = engine.generation.flaw { throw .lockFile(flaw, at: path) }
    guard engine.generation.isInPlace else {
      // The next call opens the store anew.
      engine.watcher.becomeDeaf()
      throw KeychainError(
        .notAvailable, "the file that tells programs of a lock was removed or exchanged meanwhile",
        context: .path(path), advice: "try again")
    }
  }

  /// The caller holds the lock.
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

  /// See `Administration`.
  package func lockStore(all: Bool) throws(KeychainError) {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    do throws(KeychainError) {
      try Engine.lockStore(in: engine.files, all: all, engine.environment)
    } catch {
      // Whatever hindered it, this process has let go.
      if engine.keys.hasPasscode { engine.deafen() }
      throw error
    }
    // This process drops its keys now, the others when they notice.
    _ = try engine.currentKeys()
  }

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
    if keybag.hasPasscode {
      status.lockFileFlaw = LockGeneration.look(engine.files.lockFile).flaw?.words
      status.lockFileWasLost = LockGeneration.lastAct(engine.files.lockFile) == .fileLost
    }
    return status
  }
}

extension Engine {
  /// When the store was locked, or will be, and when it was unlocked first.
  package var lockTimes: (locking: Instant?, firstUnlock: Instant?) {
    (generation.locking, generation.firstUnlock)
  }

  /// Notes when the store was unlocked; where each process has keys of its own, one that begins
  /// knows nothing of the others.
  func noteUnlock(after former: LockState, for limit: UnlockLimit) {
    let holder = environment.holder
    let isForAll = !holder.canOutliveLocks || holder.isShared(keys.codec.keybag.heldNames)
    generation.noteUnlock(
      at: environment.clock.now(), for: limit.seconds,
      isFirst: isForAll && former == .beforeFirstUnlock)
  }
}

extension PasscodeThrottle {
  /// The programs that have tries of their own, and the one that asks where it has to wait for what
  /// stands for every program.
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
  /// Locks a store that need not open: whatever is wrong with the rest of it, its keys go, at once
  /// and before anybody is waited for.
  ///
  /// - Throws: -50 where there is no passcode; what keeps other processes from hearing of it, and
  ///   who else works on the files, after the keys are dropped.
  package static func lockStore(
    in files: StoreFiles, all: Bool, _ environment: Environment
  ) throws(KeychainError) {
    // Programs that have opened the missing file take everything for locked, and so does this.
    let isLost = LockGeneration.look(files.lockFile).isMissing
    try lockStore(in: files, isLost ? .fileLost : all ? .lockAll : .lock, environment)
  }

  /// Locks everything for everybody because the file that tells of locks was missing, or was
  /// exchanged under programs that have opened it; once for the file that has the name now.
  static func lockAfterLoss(
    in files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) {
    // Made only by a store that has a passcode.
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
    // Once more when nobody is between holding new keys and writing the keybag that has them.
    try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      let isLast = LockGeneration.lastAct(files.lockFile) == act
      _ = try drop(in: files, all: all, sweeping: !isLast, environment)
      if !isLast { generation.raise(after: act) }
    }
    guard isTold else {
      throw KeychainError(
        .ioFailed, "the keys are dropped, but programs that have the store open do not hear of it",
        context: .path(files.lockFile), advice: "end them, or make the file writable")
    }
  }

  /// Drops the keys that are held for a store.
  ///
  /// - Parameter isSweeping: what passcodes have left that the store no longer has goes too; a
  ///   look at all that the kernel keeps for the user.
  /// - Returns: whether there was something to lock.
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
    // By name too, where the kernel does not list what it keeps.
    let wasOpen = names.map { environment.holder.held($0.unlock) != nil } ?? false
    if let names {
      environment.holder.drop(names.unlock)
      if all { environment.holder.drop(names.firstUnlock) }
    }
    // Of a passcode that is removed nothing stays.
    if isSweeping { environment.holder.dropLocked(of: store, all: all || names == nil) }
    guard names != nil else {
      try keying(files) { () throws(KeybagError) in throw .passcode(isSet: false) }
      return wasOpen
    }
    return wasOpen
  }
}
