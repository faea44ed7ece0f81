// SPDX-License-Identifier: Apache-2.0

/// The kinds of biometric sensors (spec/access-control.md 1.1).
public enum LABiometryType: Int, Sendable {
  /// No sensor.
  case none = 0
  /// Fingers.
  case touchID = 1
  /// Faces.
  case faceID = 2
  /// Eyes.
  case opticID = 4

  /// The former name of `none`.
  public static let LABiometryNone = LABiometryType.none
}
