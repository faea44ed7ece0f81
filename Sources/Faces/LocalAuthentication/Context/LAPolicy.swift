// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A policy of LocalAuthentication: the proof that the user must give
/// (Specification/access-control.md, "LocalAuthentication numbers").
public enum LAPolicy: Int, Sendable {
  /// The user must authenticate by biometry.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// The user must authenticate by biometry or with the passcode.
  case deviceOwnerAuthentication = 2
  /// The user must authenticate with a companion: a paired device, such as a watch.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// The user must authenticate by biometry or with a companion: a paired device, such as a watch.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The former name of `deviceOwnerAuthenticationWithCompanion`.
  public static let deviceOwnerAuthenticationWithWatch =
    LAPolicy.deviceOwnerAuthenticationWithCompanion
  /// The former name of `deviceOwnerAuthenticationWithBiometricsOrCompanion`.
  public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
    LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion
}

/// The kind of a credential that an application can set in a context
/// (Specification/access-control.md, "LocalAuthentication numbers").
public enum LACredentialType: Int, Sendable {
  /// The application password of items whose access control has the flag `.applicationPassword`.
  case applicationPassword = 0
  /// The PIN of a smart card or another token.
  case smartCardPIN = -3
}

/// The kind of a biometric sensor (Specification/access-control.md, "LocalAuthentication numbers").
public enum LABiometryType: Int, Sendable {
  /// The device has no biometric sensor.
  case none = 0
  /// A fingerprint sensor.
  case touchID = 1
  /// A face sensor.
  case faceID = 2
  /// An iris sensor.
  case opticID = 4

  /// The former name of `none`.
  public static let LABiometryNone = LABiometryType.none
}

/// The kind of a companion device: a paired device with which the user can authenticate
/// (Specification/access-control.md, "LocalAuthentication numbers").
public enum LACompanionType: Int, Sendable {
  /// A watch.
  case watch = 1
  /// A computer.
  case mac = 2
  /// A headset.
  case vision = 4
}

// Conversions to and from Latchkey's internal types.

extension LAPolicy {
  /// This policy as a value of Latchkey's internal type `AuthenticationPolicy`.
  var value: AuthenticationPolicy {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: .biometrics
    case .deviceOwnerAuthentication: .owner
    case .deviceOwnerAuthenticationWithCompanion: .companion
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometricsOrCompanion
    }
  }

  /// True if the policy accepts biometry but not the passcode.
  ///
  /// `LAContext.canEvaluatePolicy` sets `evaluatedPolicyDomainState` for these policies only.
  var isBiometric: Bool {
    self == .deviceOwnerAuthenticationWithBiometrics
      || self == .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}

extension LABiometryType {
  /// Creates the kind of the given biometric sensor, or `none` if the sensor is nil.
  init(_ biometry: AuthenticationFacts.Biometry?) {
    switch biometry?.kind {
    case nil: self = .none
    case .touch?: self = .touchID
    case .face?: self = .faceID
    case .optic?: self = .opticID
    }
  }
}

extension LACompanionType {
  /// Creates the kind of a paired device from a value of Latchkey's internal type `CompanionType`.
  init(_ type: CompanionType) {
    switch type {
    case .watch: self = .watch
    case .mac: self = .mac
    case .vision: self = .vision
    }
  }

  /// This kind of paired device as a value of Latchkey's internal type `CompanionType`.
  var value: CompanionType {
    switch self {
    case .watch: .watch
    case .mac: .mac
    case .vision: .vision
    }
  }
}
