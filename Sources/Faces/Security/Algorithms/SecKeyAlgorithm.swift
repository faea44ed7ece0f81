// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An algorithm for operations with a `SecKey`.
///
/// Each algorithm is identified by a string, which programs may print and store.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
  private let string: String

  /// Makes the algorithm that a string identifies.
  ///
  /// An unknown string is accepted, but every operation with the algorithm then fails.
  public init(rawValue: CFString) {
    string = String(rawValue)
  }

  init(_ string: String) {
    self.string = string
  }

  /// The string that identifies the algorithm.
  public var rawValue: CFString { NSString(string: string) }
}

extension SecKeyAlgorithm {
  /// Ed25519 signature of a message; private API on Apple's systems.
  @_spi(Private) public static let edDSASignatureMessageCurve25519SHA512 =
    Self("algid:sign:EdDSA:message-Curve25519:SHA512")
}

extension SecKeyAlgorithm: _ObjectiveCBridgeable {
  /// Returns the algorithm's string; Swift calls this method to cast an algorithm to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { rawValue }

  /// Makes the algorithm from its string; Swift calls this method for `as!` casts from `NSString`.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyAlgorithm?
  ) {
    result = SecKeyAlgorithm(rawValue: source)
  }

  /// Makes the algorithm from its string; Swift calls this method for `as?` casts from `NSString`.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyAlgorithm?
  ) -> Bool {
    result = SecKeyAlgorithm(rawValue: source)
    return true
  }

  /// Makes the algorithm from its string; Swift calls this method for implicit conversions from
  /// `NSString`.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> SecKeyAlgorithm {
    SecKeyAlgorithm(rawValue: source ?? "")
  }
}
