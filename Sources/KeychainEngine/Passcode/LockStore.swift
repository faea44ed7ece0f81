// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainFiles
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
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try hold(open(keys, trying: passcode, at: door, now), for: limit)
    }
    try finishDeletes()
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
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      try hold(opened, for: limit)
    }
    try finishDeletes()
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

  /// The caller holds the lock.
  private func hold(_ opened: UnlockedKeybag, for limit: UnlockLimit) throws(KeychainError) {
    try Engine.keying(engine.files) { () throws(KeybagError) in
      try opened.hold(
        in: engine.environment.holder, for: limit, randomness: engine.environment.randomness)
    }
    engine.generation.raise()
  }

  /// See `Administration`.
  package func lockStore(all: Bool) throws(KeychainError) {
    try changingKeybag { (keys, keybag, now) throws(KeychainError) in
      guard let names = keybag.heldNames else {
        throw KeychainError(.passcode(isSet: false), directory: engine.files.directory)
      }
      let holder = engine.environment.holder
      holder.drop(names.unlock)
      if all { holder.drop(names.firstUnlock) }
      engine.generation.raise(after: all ? .lockAll : .lock)
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
    let attempts = try Engine.keying(engine.files) { () throws(KeybagError) in
      try environment.keys(in: engine.files.directory).readAttempts(at: now)
    }
    let seconds = keys.end.map { max(0, Int(($0 - now.microseconds + 999_999) / 1_000_000)) }
    return LockStatus(
      state: keybag.lockState, hasPasscode: keybag.hasPasscode,
      wrongTries: Int(attempts.prompt.count),
      secondsToWait: attempts.prompt.secondsToWait(at: now), secondsToLock: seconds,
      isShared: environment.holder.isShared)
  }
}
