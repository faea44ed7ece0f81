// SPDX-License-Identifier: Apache-2.0

/// A kind of proof that an access control can require from the user at the device
/// (Specification/secitem.md, "Access control flags").
///
/// The raw values are the numbers in the stored encoding and are never reused.
package enum AccessFactor: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Biometry or the passcode; on macOS also a paired device such as a watch.
  case userPresence = 1
  case biometryAny = 2
  /// Biometry, but only while the enrolled fingers or faces are unchanged since the item got its
  /// access control.
  case biometryCurrentSet = 3
  case devicePasscode = 4
  case watch = 5

  /// The flag of `SecAccessControlCreateFlags` that requires the factor.
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
