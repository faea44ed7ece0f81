// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An algorithm of `SecKey`; its string is what applications print and store.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
  private let string: String

  /// The algorithm with a string, known or not.
  public init(rawValue: CFString) {
    string = String(rawValue)
  }

  init(_ string: String) {
    self.string = string
  }

  /// The string.
  public var rawValue: CFString { NSString(string: string) }
}

extension SecKeyAlgorithm: _ObjectiveCBridgeable {
  /// Called by casts: the string.
  public func _bridgeToObjectiveC() -> NSString { rawValue }

  /// Called by casts.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyAlgorithm?
  ) {
    result = SecKeyAlgorithm(rawValue: source)
  }

  /// Called by casts.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyAlgorithm?
  ) -> Bool {
    result = SecKeyAlgorithm(rawValue: source)
    return true
  }

  /// Called by casts.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> SecKeyAlgorithm {
    SecKeyAlgorithm(rawValue: source ?? "")
  }
}
