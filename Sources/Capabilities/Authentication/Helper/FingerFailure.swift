// SPDX-License-Identifier: Apache-2.0

/// The reason why fingers cannot be verified on this machine now (Specification/access-control.md,
/// "Presence by finger: fprintd").
///
/// Each case names the LAError code that the calling program receives.
package enum FingerFailure: UInt8, Error, Hashable, Sendable {
  /// There is no reader or no fprintd, or fprintd does not answer within 3 s: LAError -6
  /// (biometryNotAvailable), biometry type `none`.
  case absent = 1
  /// The user has enrolled no finger: LAError -7 (biometryNotEnrolled).
  case noneEnrolled
  /// polkit refuses access to the reader, because this process has no login session at the machine
  /// itself: LAError -6 (biometryNotAvailable), biometry type `touchID`.
  case refused
  /// Another program used the reader, and did not release it within 2 s: LAError -4
  /// (systemCancel).
  case busy
  /// The reader was unplugged, or fprintd ended: LAError -6 (biometryNotAvailable).
  ///
  /// The user can still authenticate with the passcode.
  case disconnected
  /// The reader reports a fault: LAError -6 (biometryNotAvailable).
  ///
  /// The user can still authenticate with the passcode.
  case broken
}
