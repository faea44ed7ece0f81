// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A key of the dictionary that a key exchange takes (spec/seckey.md 1.1, 2.9).
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
  private let string: String

  /// The parameter with a string, known or not.
  public init(rawValue: CFString) {
    string = String(rawValue)
  }

  private init(_ string: String) {
    self.string = string
  }

  /// The string.
  public var rawValue: CFString { NSString(string: string) }

  /// How many bytes the derivation is to give: a number.
  public static let requestedSize = Self("requestedSize")
  /// What both sides know and the derivation takes in: data.
  public static let sharedInfo = Self("sharedInfo")
}

/// Makes the parameters keys of a `CFDictionary` that are found under their strings.
extension SecKeyKeyExchangeParameter: _ObjectiveCBridgeable {
  /// Called by casts: the string.
  public func _bridgeToObjectiveC() -> NSString { rawValue }

  /// Called by casts.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) {
    result = SecKeyKeyExchangeParameter(rawValue: source)
  }

  /// Called by casts.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) -> Bool {
    result = SecKeyKeyExchangeParameter(rawValue: source)
    return true
  }

  /// Called by casts.
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSString?
  ) -> SecKeyKeyExchangeParameter {
    SecKeyKeyExchangeParameter(rawValue: source ?? "")
  }
}
