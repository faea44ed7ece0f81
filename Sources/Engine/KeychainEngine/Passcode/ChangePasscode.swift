// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// Setting, changing and removing the passcode (spec/access-control.md 2.3, 4.2).
extension Session {
  /// See `Administration`.
  @discardableResult
  package func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport {
    try setPasscode(passcode, for: limit) { (_) throws(KeychainError) in }
  }

  /// - Parameter step: called after each step of the renewal of keys, with no lock held; what it
  ///   throws ends it there, and the next unlocking goes on.
  package func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit,
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let renewal = KeyRenewal(engine: engine)
    // Keys that a rotation has made before are in a keybag without the passcode too.
    if try !engine.currentKeys().hasPasscode, try renewal.isUnfinished() {
      _ = try finishRenewal(step)
    }
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      if !keybag.hasPasscode {
        try renewal.requireFinished(keybag)
        try forgetBefore()
      }
      try save(of: keybag, for: limit, after: keybag.lockState) { (change) throws(KeybagError) in
        try keys.setPasscode(passcode, change)
      }
    }
    do throws(KeychainError) {
      // The next call knows of it, however soon it comes.
      try engine.renewKeys(after: engine.keys)
      try step(.prepared)
      let report = try finishRenewal(step)
      // Rows as they were stand in the log until it is written anew; who reads meanwhile keeps it.
      try? storing { () throws(StorageError) in try engine.store.checkpoint(truncating: true) }
      return report
    } catch {
      throw KeychainError(
        error.code, "the passcode is set, but not every item is sealed under new keys yet",
        context: error.context, advice: "security unlock-store goes on with it")
    }
  }

  /// See `Administration`.
  package func requirePasscode(
    _ passcode: Passcode, at door: PasscodeDoor
  ) throws(KeychainError) {
    _ = try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try open(keys, trying: passcode, at: door, now)
    }
  }

  /// See `Administration`.
  package func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      let opened = try open(keys, trying: old, at: door, now)
      try forgetBefore()
      try save(of: opened, for: limit, after: keybag.lockState) { (change) throws(KeybagError) in
        try keys.changePasscode(of: opened, to: new, change)
      }
    }
    try? finishDeletes()
    renewAfterUnlock()
  }

  /// See `Administration`.
  package func removePasscode(
    _ passcode: Passcode, at door: PasscodeDoor
  ) throws(KeychainError) {
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      let opened = try open(keys, trying: passcode, at: door, now)
      try forgetBefore()
      try save(of: opened, for: UnlockLimit(seconds: nil), after: keybag.lockState) {
        (change) throws(KeybagError) in
        try keys.removePasscode(of: opened, change)
      }
    }
    remember(.passcodeRemoved)
    try? finishDeletes()
  }

  /// Removes the copy that a restore kept, which opens with the former keys and passcode, once
  /// nothing that is known speaks against the change.
  private func forgetBefore() throws(KeychainError) {
    try requireLockFile()
    try KeptCopy(of: engine).remove()
  }

  /// Opens the keybag by a passcode, counting the try.
  func open(
    _ keys: KeybagFiles, trying passcode: Passcode, at door: PasscodeDoor, _ now: BootMoment
  ) throws(KeychainError) -> UnlockedKeybag {
    try Engine.keying(engine.files) { () throws(KeybagError) in
      try keys.open(
        trying: passcode, at: door, remembering: engine.lastWrong, at: now,
        randomness: engine.environment.randomness)
    }
  }

  /// Runs a change of what is locked, and lets every process know of it, whatever came of it.
  func changingKeybag<R>(
    _ body: (KeybagFiles, UnlockedKeybag, BootMoment) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      try body(keys, keybag, engine.environment.clock.bootMoment)
    }
  }

  /// Writes a changed keybag while nobody writes items.
  ///
  /// So the last write number tells which items were made before: those of `akpu` go with the
  /// passcode, and who waits to write one looks at the lock generation before he does.
  private func save(
    of keybag: UnlockedKeybag, for limit: UnlockLimit, after former: LockState,
    _ write: @escaping (KeybagFiles.PasscodeChange) throws(KeybagError) -> UnlockedKeybag
  ) throws(KeychainError) {
    try requireLockFile()
    let environment = engine.environment
    let cost =
      environment.passcodeCost
      ?? PasscodeCost.calibrated(
        by: environment.clock, freeMemory: KernelText.availableMemory,
        atLeast: keybag.passcode?.derivation?.cost)
    defer { engine.generation.raise() }
    try engine.store.write { (transaction) throws(KeychainError) in
      let change = KeybagFiles.PasscodeChange(
        cost: cost, lastWrite: transaction.lastWrite, limit: limit,
        randomness: environment.randomness)
      _ = try Engine.keying(engine.files) { () throws(KeybagError) in try write(change) }
      engine.noteUnlock(after: former, for: limit)
      engine.generation.raise()
    }
  }
}
