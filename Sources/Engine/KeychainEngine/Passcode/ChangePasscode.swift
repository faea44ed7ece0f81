// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory
import UserFiles

/// Sets, changes and removes the passcode (Specification/access-control.md, "Events of the device",
/// "Keybag update rules").
extension Session {
  /// Sets the first passcode of the store, makes new keys, and seals every row under the new keys.
  ///
  /// See `Administration`.
  @discardableResult
  package func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport {
    try setPasscode(passcode, for: limit) { (_) throws(KeychainError) in }
  }

  /// Sets the first passcode of the store, and calls `step` after each step of the renewal of keys.
  ///
  /// - Parameter step: called with no lock held. If it throws an error, the renewal stops, and the
  ///   next unlock continues it.
  package func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit,
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let renewal = KeyRenewal(engine: engine)
    // A keybag without the passcode also has the keys that an earlier rotation made.
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
      // Renew the keys now, so that the very next call uses the passcode.
      try engine.renewKeys(after: engine.keys)
      try step(.prepared)
      let report = try finishRenewal(step)
      // The log keeps rows in their old form until it is truncated. A reader may delay that.
      try? storing { () throws(StorageError) in try engine.store.checkpoint(truncating: true) }
      return report
    } catch {
      throw KeychainError(
        error.code, "the passcode is set, but not every item is sealed under new keys yet",
        context: error.context, advice: "security unlock-store seals the remaining items")
    }
  }

  /// Verifies a passcode, and counts the try if the passcode is wrong.
  ///
  /// See `Administration`.
  ///
  /// - Parameter door: whether the user typed the passcode or a program passed it. Both have their
  ///   own counts of wrong passcodes.
  package func requirePasscode(
    _ passcode: Passcode, at door: PasscodeDoor
  ) throws(KeychainError) {
    _ = try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try open(keys, trying: passcode, at: door, now)
    }
  }

  /// Replaces the passcode of the store.
  ///
  /// The keys of the items do not change, so no item is sealed again.
  ///
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

  /// Removes the passcode, and with it all items whose protection needs a passcode.
  ///
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

  /// Removes the copy of the store that was made before its last restore.
  ///
  /// The old passcode and keys would still decrypt this copy. The method is called just before the
  /// passcode changes, when all checks of the change have succeeded.
  private func forgetBefore() throws(KeychainError) {
    try requireLockFile()
    try KeptCopy(of: engine).remove()
  }

  /// Decrypts the keybag with a passcode, and counts the try if the passcode is wrong.
  ///
  /// - Parameter door: whether the user typed the passcode or a program passed it. Both have their
  ///   own counts of wrong passcodes.
  func open(
    _ keys: KeybagFiles, trying passcode: Passcode, at door: PasscodeDoor, _ now: BootMoment
  ) throws(KeychainError) -> UnlockedKeybag {
    try Engine.keying(engine.files) { () throws(KeybagError) in
      try keys.open(
        trying: passcode, at: door, remembering: engine.lastWrong, at: now,
        randomness: engine.environment.randomness)
    }
  }

  /// Runs a body that may change the keybag, while this process holds the lock on the store's
  /// files.
  func changingKeybag<R>(
    _ body: (KeybagFiles, UnlockedKeybag, BootMoment) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      try body(keys, keybag, engine.environment.clock.bootMoment)
    }
  }

  /// Writes a changed keybag inside a write transaction of the store, so that no process writes
  /// items meanwhile.
  ///
  /// The keybag records the last write number, which shows which items were made before the change.
  /// For example, the removal of a passcode loses the earlier items of `akpu` (the protection class
  /// that needs a passcode).
  ///
  /// The lock generation is a number that rises with each lock, unlock and change of passcode. The
  /// function raises this number, because other writers may have waited for this transaction. They
  /// check the number before they write, and so notice that their keys are out of date.
  ///
  /// - Parameter former: the lock state before the change.
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
