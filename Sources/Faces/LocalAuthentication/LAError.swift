// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// The domain of `LAError`.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// How an authentication ends other than well (spec/access-control.md 1.2).
///
/// The code alone is contract; the texts are for people.
public struct LAError: CustomNSError, Hashable, Error, _BridgedStoredNSError {
  /// The error as an object.
  public let _nsError: NSError

  /// An error that is one of this domain.
  public init(_nsError error: NSError) {
    _nsError = error
  }

  /// The domain.
  public static var _nsErrorDomain: String { LAErrorDomain }
  /// The domain.
  public static var errorDomain: String { LAErrorDomain }

  /// The causes.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has the code.
    public typealias _ErrorType = LAError

    /// The user did not prove who they are.
    case authenticationFailed = -1
    /// The cancel button.
    case userCancel = -2
    /// The fallback button.
    case userFallback = -3
    /// The system ended it: another authentication, the lock, the background, the time.
    case systemCancel = -4
    /// The device has no passcode.
    case passcodeNotSet = -5
    /// No sensor, or it cannot or must not be used.
    case biometryNotAvailable = -6
    /// Nothing is enrolled.
    case biometryNotEnrolled = -7
    /// Too many failed matches in a row.
    case biometryLockout = -8
    /// The application ended it.
    case appCancel = -9
    /// The context is invalidated.
    case invalidContext = -10
    /// No paired companion is in reach.
    case companionNotAvailable = -11
    /// A removable sensor is not paired.
    case biometryNotPaired = -12
    /// A removable sensor is not connected.
    case biometryDisconnected = -13
    /// The size of an authentication view.
    case invalidDimensions = -14
    /// A prompt is needed and not possible or not allowed.
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
  /// See `Code`.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// See `Code`.
  public static var userCancel: Code { .userCancel }
  /// See `Code`.
  public static var userFallback: Code { .userFallback }
  /// See `Code`.
  public static var systemCancel: Code { .systemCancel }
  /// See `Code`.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// See `Code`.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// See `Code`.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// See `Code`.
  public static var biometryLockout: Code { .biometryLockout }
  /// See `Code`.
  public static var appCancel: Code { .appCancel }
  /// See `Code`.
  public static var invalidContext: Code { .invalidContext }
  /// See `Code`.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// See `Code`.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// See `Code`.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// See `Code`.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// See `Code`.
  public static var notInteractive: Code { .notInteractive }
  /// See `Code`.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// See `Code`.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// See `Code`.
  public static var touchIDLockout: Code { .biometryLockout }
  /// See `Code`.
  public static var watchNotAvailable: Code { .companionNotAvailable }
}

/// Makes `error as? LAError` work for an `NSError` too, which Foundation on Linux leaves out
/// (spec/swift-source-compat.md 3).
extension LAError: _ObjectiveCBridgeable {
  /// Called by casts.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Called by casts.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  /// Called by casts.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout LAError?
  ) -> Bool {
    // A code without a case would stop the program where somebody asks for it.
    guard source.domain == LAErrorDomain, Code(rawValue: source.code) != nil else { return false }
    result = LAError(_nsError: source)
    return true
  }

  /// Called by casts.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
    LAError(_nsError: source ?? NSError(domain: LAErrorDomain, code: 0))
  }
}

extension LAError {
  /// The error that a client sees for an outcome.
  ///
  /// A rule that is not there has no public code: it is a bare error with its number, as on
  /// Apple's systems.
  static func error(_ failure: AuthenticationFailure) -> any Error {
    let error = nsError(failure)
    return Code(rawValue: failure.rawValue) == nil ? error : LAError(_nsError: error)
  }

  /// The same as an object.
  static func nsError(_ failure: AuthenticationFailure) -> NSError {
    let reason = "\(failure.reason)"
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst() + "."
    return NSError(
      domain: LAErrorDomain, code: failure.rawValue,
      userInfo: [NSLocalizedDescriptionKey: sentence, "NSDebugDescription": reason])
  }
}
