// SPDX-License-Identifier: Apache-2.0

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
