// SPDX-License-Identifier: Apache-2.0

/// The lock state of a store, which decides the class keys (the keys of protections) that are
/// available now (Specification/access-control.md, "State of the device", Specification/secitem.md,
/// "Class table").
package enum LockState: String, Hashable, Sendable, CaseIterable {
  /// All class keys are available, except the class key of `akpu` (only with a passcode) in a store
  /// without a passcode.
  ///
  /// A store without a passcode is always in this state.
  case unlocked
  /// Only the class keys of `ck` and `cku` (after first unlock) and `dk` and `dku` (always) are
  /// available.
  case locked
  /// Only the class keys of `dk` and `dku` (always) are available.
  ///
  /// The store is in this state after a start of the machine or after `lockStore(all: true)`, until
  /// the passcode is given.
  case beforeFirstUnlock

  /// The protections whose class keys are available in this lock state, for a store that has a
  /// passcode.
  package var protections: Set<Protection> {
    Set(Protection.allCases.filter { has($0, hasPasscode: true) })
  }

  /// True if the class key of a protection is available in this lock state, so that items can be
  /// decrypted and added (Specification/secitem.md, "Class table").
  ///
  /// - Parameter hasPasscode: true if the store has a passcode. Without a passcode, no item of the
  ///   protection `whenPasscodeSetThisDeviceOnly` can be added.
  package func has(_ protection: Protection, hasPasscode: Bool) -> Bool {
    switch protection {
    case .always, .alwaysThisDeviceOnly: true
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .beforeFirstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly: self == .unlocked
    case .whenPasscodeSetThisDeviceOnly: self == .unlocked && hasPasscode
    }
  }
}
