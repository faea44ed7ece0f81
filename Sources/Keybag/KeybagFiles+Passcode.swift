// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Changes of the passcode in the files of a store: one writing of the keybag each, so that a crash
/// at any point leaves the old passcode or the new one (spec/access-control.md 4.2).
///
/// The caller holds the lock and has mended what a crash has left. New unlock keys are given to the
/// holder before the keybag is written and old ones dropped afterwards, so that who reads the
/// keybag in between finds the keys that belong to it.
extension KeybagFiles {
  /// What every change needs.
  package struct PasscodeChange: Sendable {
    package let cost: PasscodeCost
    /// The highest write number of the store.
    package let lastWrite: Int64
    package let limit: UnlockLimit
    package let randomness: any RandomnessSource

    package init(
      cost: PasscodeCost, lastWrite: Int64, limit: UnlockLimit, randomness: any RandomnessSource
    ) {
      self.cost = cost
      self.lastWrite = lastWrite
      self.limit = limit
      self.randomness = randomness
    }
  }

  /// Sets the first passcode; the store stays unlocked.
  ///
  /// - Throws: `passcode` where there is one.
  package func setPasscode(
    _ passcode: Passcode, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    let keybag = try found.keybag.unlock(with: found.deviceKey, randomness: change.randomness)
    guard !keybag.hasPasscode else { throw .passcode(isSet: true) }
    try beginAttempts()
    let next = try keybag.settingPasscode(
      passcode, cost: change.cost, deviceKey: found.deviceKey, randomness: change.randomness)
    return try write(next, after: nil, change)
  }

  /// Puts another passcode in the place of one that was just proved to be right.
  ///
  /// - Parameter keybag: as `open(with:)` gave it under the same lock.
  package func changePasscode(
    of keybag: UnlockedKeybag, to passcode: Passcode, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try keybag.changingPasscode(
      to: passcode, cost: change.cost, deviceKey: try readParts().deviceKey,
      randomness: change.randomness)
    return try write(next, after: keybag, change)
  }

  /// Removes a passcode that was just proved to be right, and with it the keys of `akpu`.
  ///
  /// - Parameter keybag: as `open(with:)` gave it under the same lock.
  package func removePasscode(
    of keybag: UnlockedKeybag, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try keybag.removingPasscode(
      lastWrite: change.lastWrite, randomness: change.randomness)
    return try write(next, after: keybag, change)
  }

  private func write(
    _ next: UnlockedKeybag, after old: UnlockedKeybag?, _ change: PasscodeChange
  ) throws(KeybagError) -> UnlockedKeybag {
    try next.hold(in: holder, for: change.limit, randomness: change.randomness)
    let saved: UnlockedKeybag
    do throws(KeybagError) {
      saved = try saveCountingKeybag(next.withNextLockGeneration())
    } catch {
      // Where the first passcode is in the files, though perhaps not for ever, it stays unlocked.
      if old == nil, error != .file(.keybag, .notDurable) { drop(next) }
      throw error
    }
    dropOthers(than: saved)
    return saved
  }

  /// Forgets held keys of passcodes that the store no longer has.
  package func dropOthers(than keybag: UnlockedKeybag) {
    holder.dropOthers(of: keybag.image.store, than: keybag.heldNames)
  }

  private func drop(_ keybag: UnlockedKeybag) {
    guard let names = keybag.heldNames else { return }
    holder.drop(names.unlock)
    holder.drop(names.firstUnlock)
  }
}
