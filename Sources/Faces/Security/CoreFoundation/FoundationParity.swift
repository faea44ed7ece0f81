// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Parts of Foundation that exist on Apple's systems but not on Linux, as far as keychain clients
// need them (Specification/swift-source-compat.md, "Typing decision").

extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// Returns the string as a `String`, so that `NSString` and `String` are equal as keys of
  /// `[AnyHashable: Any]`.
  ///
  /// Without this function, a program that casts a result of `SecItemCopyMatching` to this type of
  /// dictionary would find nil for `kSecAttrAccount`.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(String(self)) }
}

extension NSMutableDictionary {
  /// Sets the value of a key; if the value is nil, removes the key from the dictionary.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value {
      setObject(value, forKey: NSString(string: key))
    } else {
      removeObject(forKey: NSString(string: key))
    }
  }
}

/// Runs `body` and returns its result; exists only because programs for Apple's systems call it.
///
/// Swift on Linux has no autorelease pools, so no objects are released afterwards.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// A Boolean of one byte, as C functions of Apple's systems store it.
///
/// Swift has this type on Apple's systems only. Latchkey declares it for values that are passed by
/// pointer.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
  /// The value as a Swift Boolean.
  public let boolValue: Bool

  /// Makes a value from a Swift Boolean.
  public init(_ value: Bool) { boolValue = value }

  /// Makes a value from a Boolean literal.
  public init(booleanLiteral value: Bool) { boolValue = value }
}

extension DarwinBoolean: CustomStringConvertible {
  /// The text `true` or `false`.
  public var description: String { String(boolValue) }
}
