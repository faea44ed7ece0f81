// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The kind of unlock key that wraps a class key.
///
/// The raw value is a byte in the class key's record, and is never reused.
enum Wrapper: UInt8, Sendable {
  /// The unlock key that derives from the device key alone, and is always available.
  case device = 1
  /// The unlock key that derives from the passcode, and is dropped whenever the store is locked.
  case unlock = 2
  /// The unlock key that stays available after the first unlock since boot, even if the store is
  /// locked.
  ///
  /// This key derives from the unlock key of the passcode.
  case firstUnlock = 3

  /// Returns the kind of unlock key that wraps the class key of a protection
  /// (Specification/secitem.md, "Class table").
  ///
  /// - Parameter hasPasscode: false if the store has no passcode. The result is then always
  ///   `device`.
  static func of(_ protection: Protection, hasPasscode: Bool) -> Wrapper {
    guard hasPasscode else { return .device }
    switch protection {
    case .always, .alwaysThisDeviceOnly: return .device
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: return .firstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: return .unlock
    }
  }
}
