// SPDX-License-Identifier: Apache-2.0

/// The name of an attribute: a four-character code (Specification/secitem.md, "Attribute keys").
///
/// The four characters are one number, so that names compare and sort as cheaply as integers. The
/// order of the numbers is the byte order of the characters.
package struct Attribute: RawRepresentable, Hashable, Comparable, Sendable {
  /// The four ASCII characters as a number; the first character is the highest byte.
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes the attribute with a four-character ASCII name; nil for any other text.
  package init?(name: String) {
    var code: UInt32 = 0
    var count = 0
    for byte in name.utf8 {
      guard byte < 0x80, count < 4 else { return nil }
      code = code << 8 | UInt32(byte)
      count += 1
    }
    guard count == 4 else { return nil }
    rawValue = code
  }

  /// The name of the attribute: the four characters of its code.
  package var name: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Inlinable, because both operators run for each attribute of each row: they must cost as little
  // as comparing integers, in other modules too.

  @inlinable
  package static func == (left: Attribute, right: Attribute) -> Bool {
    left.rawValue == right.rawValue
  }

  /// True if a value equals the attribute that a `case` of a `switch` names.
  ///
  /// Swift's general operator would go through the conformance to `Equatable` at each comparison,
  /// so this type has a separate operator.
  package static func ~= (pattern: Attribute, value: Attribute) -> Bool {
    pattern.rawValue == value.rawValue
  }

  @inlinable
  package static func < (left: Attribute, right: Attribute) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Attribute: CustomStringConvertible {
  package var description: String { name }
}
