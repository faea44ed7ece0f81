// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The lock of Latchkey's own store, for the functions that lock and unlock keychains.
///
/// The passcode of the store takes the place of a keychain's password.
enum StoreLock {
  /// Returns the state of the store's lock and of its passcode; nil if no store exists yet.
  static func status() throws(KeychainError) -> LockStatus? {
    try ServiceChoice.ifMade(in: ProfileChoice.current())?.lockStatus()
  }

  static func lock(_ keychain: SecKeychain) throws(KeychainError) {
    guard let status = try status(), status.hasPasscode, status.state == .unlocked else { return }
    try ServiceChoice.current(in: ProfileChoice.current()).lockStore(all: false)
    KeychainEvents.post(.lockEvent, keychain)
  }

  static func unlock(
    _ keychain: SecKeychain, _ password: SecretBytes?, _ usePassword: Bool
  ) throws(KeychainError) {
    guard let status = try status(), status.hasPasscode, status.state != .unlocked else { return }
    guard usePassword else {
      throw KeychainError(
        keychain.keychains.surroundings.mayAsk ? .interactionNotAllowed : .authorizationFailed,
        "this call cannot ask for the passcode of the store",
        advice: "security unlock-store asks for the passcode")
    }
    guard let password else { throw .missingPassword }
    let profile = try ProfileChoice.current()
    let caller = try ServiceChoice.caller(in: profile)
    try ServiceChoice.current(in: profile).unlockStore(
      Passcode(password), at: .data(caller.identifier), for: .standard)
    KeychainEvents.post(.unlockEvent, keychain)
  }

  static func settings() throws(KeychainError) -> Keychain.Settings {
    guard let status = try status() else {
      return Keychain.Settings(timeout: nil, locksOnSleep: false)
    }
    guard status.state == .unlocked else {
      throw KeychainError(
        .interactionNotAllowed, "the store is locked", advice: "security unlock-store unlocks it")
    }
    let seconds = status.secondsToLock.map { UInt32(clamping: $0) }
    return Keychain.Settings(timeout: seconds, locksOnSleep: false)
  }
}

extension KeychainError {
  static let missingPassword = KeychainError(
    .authorizationFailed, "the password of the keychain is missing")
}
