// SPDX-License-Identifier: Apache-2.0

/// How an evaluation ends other than well; the numbers are those of `LAError` (table 1.2 of
/// spec/access-control.md).
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
  /// The access control has no entry for the operation.
  case noRule = -1009

  /// The status of a `SecItem` call that ends with this (spec/access-control.md 1.9,
  /// spec/secitem.md 10.5).
  ///
  /// Apple's private parameter error, which would be -50, has no case: nothing here leads to it.
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

  /// One stable English sentence for each cause, without a full stop.
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
  /// The refusal of a call whose evidence could not be had.
  ///
  /// - Parameter lapse: how evidence from before has ceased to count.
  package init(_ failure: AuthenticationFailure, after lapse: EvidenceLapse? = nil) {
    self.init(failure.code, failure.reason, context: .authentication(failure), lapse: lapse)
  }
}
