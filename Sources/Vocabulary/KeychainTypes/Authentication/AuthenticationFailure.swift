// SPDX-License-Identifier: Apache-2.0

/// The failures that end an evaluation; the raw values are the numbers of `LAError`
/// (Specification/access-control.md, "LAError").
package enum AuthenticationFailure: Int, Error, Hashable, Sendable, CaseIterable {
  case authenticationFailed = -1
  case userCancel = -2
  case userFallback = -3
  case systemCancel = -4
  case passcodeNotSet = -5
  case biometryNotAvailable = -6
  case biometryNotEnrolled = -7
  case biometryLockout = -8
  case appCancel = -9
  case invalidContext = -10
  case companionNotAvailable = -11
  case biometryNotPaired = -12
  case biometryDisconnected = -13
  case invalidDimensions = -14
  case notInteractive = -1004
  /// The access control of the item or key has no rule for the operation.
  case noRule = -1009

  /// The status that a `SecItem` call returns if the authentication fails in this way
  /// (Specification/access-control.md, "Evidence of a context, and SecItem",
  /// Specification/secitem.md, "Key-store errors").
  ///
  /// Apple also has a private failure for wrong parameters, with the status -50. This enum has no
  /// case for that failure, because no evaluation of Latchkey ends with it.
  package var code: KeychainError.Code {
    switch self {
    case .userCancel: .userCancelled
    case .notInteractive: .interactionNotAllowed
    case .authenticationFailed, .userFallback, .systemCancel, .passcodeNotSet,
      .biometryNotAvailable, .biometryNotEnrolled, .biometryLockout, .appCancel, .invalidContext,
      .companionNotAvailable, .biometryNotPaired, .biometryDisconnected, .invalidDimensions,
      .noRule:
      .authorizationFailed
    }
  }

  /// The cause of the failure: one stable English sentence without a full stop.
  package var reason: StaticString {
    switch self {
    case .authenticationFailed: "the user did not prove who they are"
    case .userCancel: "the user cancelled the authentication"
    case .userFallback: "the user chose the fallback"
    case .systemCancel: "the system cancelled the authentication"
    case .passcodeNotSet: "no passcode is set"
    case .biometryNotAvailable: "biometry is not available"
    case .biometryNotEnrolled: "nothing is enrolled for biometry"
    case .biometryLockout: "biometry is locked after too many failures"
    case .appCancel: "the application cancelled the authentication"
    case .invalidContext: "the authentication context is invalidated"
    case .companionNotAvailable: "no paired companion is in reach"
    case .biometryNotPaired: "no removable sensor is paired"
    case .biometryDisconnected: "the paired removable sensor is not connected"
    case .invalidDimensions: "the authentication view has a size that is not allowed"
    case .notInteractive: "a prompt is needed and cannot or must not be shown"
    case .noRule: "the access control does not provide for the operation"
    }
  }
}

extension KeychainError {
  /// Makes the error of a call for which the user could not be authenticated.
  ///
  /// - Parameter lapse: when and why an earlier proof by the user expired, if that proof would have
  ///   been enough for this call. Nil if no earlier proof would have been enough.
  package init(_ failure: AuthenticationFailure, after lapse: EvidenceLapse? = nil) {
    self.init(failure.code, failure.reason, context: .authentication(failure), lapse: lapse)
  }
}
