// SPDX-License-Identifier: Apache-2.0

/// What the user has to prove (spec/access-control.md 1.1).
public enum LAPolicy: Int, Sendable {
  /// Biometry, nothing else.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// Biometry or the passcode.
  case deviceOwnerAuthentication = 2
  /// A companion device.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// Biometry or a companion device.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The former name of `deviceOwnerAuthenticationWithCompanion`.
  public static let deviceOwnerAuthenticationWithWatch =
    LAPolicy.deviceOwnerAuthenticationWithCompanion
  /// The former name of `deviceOwnerAuthenticationWithBiometricsOrCompanion`.
  public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
    LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion
}
