// SPDX-License-Identifier: Apache-2.0
public import Foundation

// What Foundation has on Apple's systems and not on Linux, as far as clients of keychains need it
// (spec/swift-source-compat.md 3).

extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// Makes an `NSString` and a `String` of the same characters one key of `[AnyHashable: Any]`.
  ///
  /// Without it `result[kSecAttrAccount]` finds nothing, and nobody says so.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(String(self)) }
}

extension NSMutableDictionary {
  /// Sets the value of a key; nil removes the key.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value {
      setObject(value, forKey: NSString(string: key))
    } else {
      removeObject(forKey: NSString(string: key))
    }
  }
}

/// Runs the body: there is nothing to release later here.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// A truth value of one byte, as C functions of Apple's systems write them.
///
/// Swift has the type on those systems only; it is here for what is handed over by pointer.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
  /// Whether it is true.
  public let boolValue: Bool

  /// Makes one of a truth value.
  public init(_ value: Bool) { boolValue = value }

  /// Makes one of a literal.
  public init(booleanLiteral value: Bool) { boolValue = value }
}

extension DarwinBoolean: CustomStringConvertible {
  /// `true` or `false`.
  public var description: String { String(boolValue) }
}
