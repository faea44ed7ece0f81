// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Locks a keychain for all processes of the user.
///
/// Latchkey's own store is locked only if it has a passcode. If `keychain` is nil, the default
/// keychain is locked.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    switch keychain.member {
    case .authorities: return
    case .store: try StoreLock.lock(keychain)
    case .file(let file): try file.lock()
    }
  }
}

/// Locks every keychain that is unlocked in the user's session, and Latchkey's own store if it has
/// a passcode.
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    keychains.lockAll()
    try StoreLock.lock(SecKeychain(keychains, .store))
  }
}

/// Unlocks a keychain for all processes of the user.
///
/// If the keychain is unlocked already, the password is not checked.
///
/// - Parameters:
///   - keychain: the keychain; nil for the default keychain.
///   - usePassword: true to use the password in `password`, false to ask the user. The passcode of
///     Latchkey's own store cannot be asked for in this way.
/// - Returns: errSecAuthFailed for a wrong or missing password.
@discardableResult
public func SecKeychainUnlock(
  _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ usePassword: Bool
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    let given = usePassword ? try unsafe KeychainBytes.secret(password, passwordLength) : nil
    switch keychain.member {
    case .authorities: return
    case .store: try StoreLock.unlock(keychain, given, usePassword)
    case .file(let file):
      guard try !file.status().contains(.unlocked) else { return }
      if !usePassword {
        _ = try file.unlocked()
      } else if let given {
        try file.unlock(given)
      } else {
        throw .missingPassword
      }
    }
  }
}

/// Stores the state of a keychain in a variable, as bits.
///
/// The bits are `kSecUnlockStateStatus`, `kSecReadPermStatus` and `kSecWritePermStatus`. A locked
/// keychain has only `kSecReadPermStatus`. The permissions of the file are not considered.
@discardableResult
public func SecKeychainGetStatus(
  _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    switch keychain.member {
    case .authorities:
      unsafe keychainStatus.pointee = kSecUnlockStateStatus | kSecReadPermStatus
    case .store:
      let isUnlocked = try StoreLock.status()?.state ?? .unlocked == .unlocked
      unsafe keychainStatus.pointee =
        isUnlocked
        ? kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus : kSecReadPermStatus
    case .file(let file): unsafe keychainStatus.pointee = try file.status().rawValue
    }
  }
}

/// Replaces the settings of a keychain, which must be unlocked, and starts its timeout again.
///
/// With a `lockInterval` of `INT32_MAX` seconds or more, the keychain has no timeout.
/// `useLockInterval` has no effect. If the version of `newSettings` is not 1, nothing is changed,
/// without an error.
@discardableResult
public func SecKeychainSetSettings(
  _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus {
  let settings = unsafe newSettings.pointee
  return KeychainCall.run { () throws(KeychainError) in
    guard settings.version == UInt32(SEC_KEYCHAIN_SETTINGS_VERS1) else { return }
    let isEndless = settings.lockInterval >= UInt32(Int32.max)
    try SecKeychain.orDefault(keychain).file().set(
      Keychain.Settings(
        timeout: isEndless ? nil : settings.lockInterval,
        locksOnSleep: settings.lockOnSleep.boolValue))
  }
}

/// Stores in the caller's structure the settings of a keychain, which must be unlocked.
///
/// The member `useLockInterval` keeps its value. Set the version of the structure to 1 before the
/// call: with any other version the structure is not changed, without an error.
@discardableResult
public func SecKeychainCopySettings(
  _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    guard unsafe outSettings.pointee.version == UInt32(SEC_KEYCHAIN_SETTINGS_VERS1) else { return }
    let keychain = try SecKeychain.orDefault(keychain)
    let settings: Keychain.Settings
    switch keychain.member {
    case .file(let file): settings = try file.settings()
    case .store: settings = try StoreLock.settings()
    case .authorities: settings = Keychain.Settings(timeout: nil, locksOnSleep: false)
    }
    unsafe outSettings.pointee.lockOnSleep = DarwinBoolean(settings.locksOnSleep)
    unsafe outSettings.pointee.lockInterval = settings.timeout ?? UInt32(Int32.max)
  }
}

/// Permits or forbids questions to the user, for the whole process.
///
/// While questions are forbidden, a call that needs to ask the user returns errSecAuthFailed.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    try KeychainChoice.current().surroundings.mayAsk = state
  }
}

/// Stores in a variable whether questions to the user are permitted.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(
  _ state: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    unsafe state.pointee = DarwinBoolean(try KeychainChoice.current().surroundings.mayAsk)
  }
}

/// Returns errSecUnimplemented: items have access objects, but keychains do not.
@discardableResult
public func SecKeychainCopyAccess(
  _ keychain: SecKeychain?, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// Returns errSecUnimplemented: items have access objects, but keychains do not.
@discardableResult
public func SecKeychainSetAccess(_ keychain: SecKeychain?, _ access: SecAccess) -> OSStatus {
  errSecUnimplemented
}
