// SPDX-License-Identifier: Apache-2.0

/// One thing that can be asked of the person at the device (spec/secitem.md 11.1).
///
/// The numbers are the ones of the stored form and never reused.
package enum AccessFactor: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Biometry or the passcode, whichever the device can.
  case userPresence = 1
  case biometryAny = 2
  /// Biometry as enrolled when the item was bound.
  case biometryCurrentSet = 3
  case devicePasscode = 4
  case watch = 5

  /// The flag that asks for the factor.
  package var flag: AccessControl.Flags {
    switch self {
    case .userPresence: .userPresence
    case .biometryAny: .biometryAny
    case .biometryCurrentSet: .biometryCurrentSet
    case .devicePasscode: .devicePasscode
    case .watch: .watch
    }
  }

  package static func < (left: AccessFactor, right: AccessFactor) -> Bool {
    left.rawValue < right.rawValue
  }
}
