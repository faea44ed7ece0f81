// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// The error domain of `LAError`.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// The reason why an authentication did not succeed (Specification/access-control.md, "LAError").
///
/// Programs may compare only the code. The texts are for the user and may change.
public struct LAError: CustomNSError, Hashable, Error, _BridgedStoredNSError {
  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Creates the error from an `NSError`, whose domain must be `LAErrorDomain`.
  public init(_nsError error: NSError) {
    _nsError = error
  }

  /// The domain of the error, which is `LAErrorDomain`.
  public static var _nsErrorDomain: String { LAErrorDomain }
  /// The domain of the error, which is `LAErrorDomain`.
  public static var errorDomain: String { LAErrorDomain }

  /// The code of an `LAError`, which says why the authentication did not succeed.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type to which the codes belong.
    public typealias _ErrorType = LAError

    /// The user failed to prove their identity.
    case authenticationFailed = -1
    /// The user pressed the cancel button.
    case userCancel = -2
    /// The user pressed the fallback button.
    case userFallback = -3
    /// The system ended the authentication.
    ///
    /// Possible causes are another authentication, the lock screen, a move of the application to
    /// the background, and a time limit.
    case systemCancel = -4
    /// The device has no passcode.
    case passcodeNotSet = -5
    /// Biometry is not available: no sensor exists, the sensor cannot be used, or the user has
    /// denied it to the application.
    case biometryNotAvailable = -6
    /// No finger or face is enrolled.
    case biometryNotEnrolled = -7
    /// Biometry is locked out after too many failed matches in a row.
    case biometryLockout = -8
    /// The application ended the authentication.
    case appCancel = -9
    /// The context was invalidated before or during the call.
    case invalidContext = -10
    /// No paired companion device can be reached.
    case companionNotAvailable = -11
    /// The removable biometric sensor is not paired.
    case biometryNotPaired = -12
    /// The removable biometric sensor is not connected.
    case biometryDisconnected = -13
    /// The size of an authentication view is invalid.
    case invalidDimensions = -14
    /// A prompt is needed, but a prompt is not possible, or the program has forbidden prompts.
    case notInteractive = -1004

    /// The former name of `biometryNotAvailable`.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// The former name of `biometryNotEnrolled`.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// The former name of `biometryLockout`.
    public static var touchIDLockout: Code { .biometryLockout }
    /// The former name of `companionNotAvailable`.
    public static var watchNotAvailable: Code { .companionNotAvailable }
  }
}

extension LAError {
  /// The user failed to prove their identity.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// The user pressed the cancel button.
  public static var userCancel: Code { .userCancel }
  /// The user pressed the fallback button.
  public static var userFallback: Code { .userFallback }
  /// The system ended the authentication.
  public static var systemCancel: Code { .systemCancel }
  /// The device has no passcode.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// Biometry is not available: no sensor exists, the sensor cannot be used, or the user has denied
  /// it to the application.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// No finger or face is enrolled.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// Biometry is locked out after too many failed matches in a row.
  public static var biometryLockout: Code { .biometryLockout }
  /// The application ended the authentication.
  public static var appCancel: Code { .appCancel }
  /// The context was invalidated before or during the call.
  public static var invalidContext: Code { .invalidContext }
  /// No paired companion device can be reached.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// The removable biometric sensor is not paired.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// The removable biometric sensor is not connected.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// The size of an authentication view is invalid.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// A prompt is needed, but a prompt is not possible, or the program has forbidden prompts.
  public static var notInteractive: Code { .notInteractive }
  /// The former name of `biometryNotAvailable`.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// The former name of `biometryNotEnrolled`.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// The former name of `biometryLockout`.
  public static var touchIDLockout: Code { .biometryLockout }
  /// The former name of `companionNotAvailable`.
  public static var watchNotAvailable: Code { .companionNotAvailable }
}

/// Makes the Swift cast `error as? LAError` work for an `NSError`
/// (Specification/swift-source-compat.md, "Typing decision").
///
/// Foundation on Linux does not support this cast for `LAError` without these functions.
extension LAError: _ObjectiveCBridgeable {
  /// Returns the error as an `NSError`.
  ///
  /// Swift calls this function in casts.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Creates the error from an `NSError`, and stores the error in `result`.
  ///
  /// Swift calls this function in forced casts (`as!`).
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  /// Creates the error from an `NSError`, if its domain and code are those of an `LAError`.
  ///
  /// Swift calls this function in conditional casts (`as?`).
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout LAError?
  ) -> Bool {
    // Reading an unknown code as a `Code` would stop the program.
    guard source.domain == LAErrorDomain, Code(rawValue: source.code) != nil else { return false }
    result = LAError(_nsError: source)
    return true
  }

  /// Creates the error from an `NSError`; nil becomes an error with the code 0.
  ///
  /// Swift calls this function in casts.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
    LAError(_nsError: source ?? NSError(domain: LAErrorDomain, code: 0))
  }
}

extension LAError {
  /// Returns the error that the program receives if an authentication fails.
  ///
  /// The error is an `LAError` if the failure has a code of `LAError`. If an access control has no
  /// rule for the operation, the failure has the code -1009, which `LAError` lacks. As on Apple's
  /// systems, the program then receives an `NSError` with this code.
  static func error(_ failure: AuthenticationFailure) -> any Error {
    let error = nsError(failure)
    return Code(rawValue: failure.rawValue) == nil ? error : LAError(_nsError: error)
  }

  /// Returns a failed authentication as an `NSError` of the domain `LAErrorDomain`.
  static func nsError(_ failure: AuthenticationFailure) -> NSError {
    let reason = "\(failure.reason)"
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst() + "."
    return NSError(
      domain: LAErrorDomain, code: failure.rawValue,
      userInfo: [NSLocalizedDescriptionKey: sentence, "NSDebugDescription": reason])
  }
}
