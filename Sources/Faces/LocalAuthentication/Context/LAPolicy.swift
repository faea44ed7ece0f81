// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

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

/// What an access control is evaluated for (spec/access-control.md 1.1).
public enum LAAccessControlOperation: Int, Sendable {
  /// Making an item.
  case createItem = 0
  /// Reading an item's secret.
  case useItem = 1
  /// Making a key.
  case createKey = 2
  /// Signing with a key.
  case useKeySign = 3
  /// Decrypting with a key.
  case useKeyDecrypt = 4
  /// Agreeing on a secret with a key.
  case useKeyKeyExchange = 5
}

/// What an application can give to a context by itself (spec/access-control.md 1.1).
public enum LACredentialType: Int, Sendable {
  /// The password of items made with `.applicationPassword`.
  case applicationPassword = 0
  /// The PIN of a token.
  case smartCardPIN = -3
}

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

/// The kinds of devices that can vouch for their user (spec/access-control.md 1.1).
public enum LACompanionType: Int, Sendable {
  /// A watch.
  case watch = 1
  /// A computer.
  case mac = 2
  /// A headset.
  case vision = 4
}

// The core's words for the module's own.

extension LAPolicy {
  /// The policy of the core.
  var value: AuthenticationPolicy {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics: .biometrics
    case .deviceOwnerAuthentication: .owner
    case .deviceOwnerAuthenticationWithCompanion: .companion
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometricsOrCompanion
    }
  }

  /// Raw 1 or 4 (spec/access-control.md 0).
  var isBiometric: Bool {
    self == .deviceOwnerAuthenticationWithBiometrics
      || self == .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}

extension LABiometryType {
  /// The kind of a sensor; `none` without one.
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
  /// The type of a paired device.
  init(_ type: CompanionType) {
    switch type {
    case .watch: self = .watch
    case .mac: self = .mac
    case .vision: self = .vision
    }
  }

  /// The type of the core.
  var value: CompanionType {
    switch self {
    case .watch: .watch
    case .mac: .mac
    case .vision: .vision
    }
  }
}

extension LAAccessControlOperation {
  /// Whether something is made, for which nobody has to be present.
  var isCreation: Bool { self == .createItem || self == .createKey }

  /// The entry of an access control that rules it (spec/access-control.md 1.6).
  var value: ConstrainedOperation {
    switch self {
    case .createItem, .createKey: .encrypt
    case .useItem: .decrypt
    case .useKeySign: .sign
    case .useKeyDecrypt, .useKeyKeyExchange: .computeKey
    }
  }
}
