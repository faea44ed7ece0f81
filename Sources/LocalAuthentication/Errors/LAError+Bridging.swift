// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

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
