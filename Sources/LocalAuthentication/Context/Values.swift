// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

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
