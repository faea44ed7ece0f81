// SPDX-License-Identifier: Apache-2.0

/// The name of an attribute: a four-character code (spec/secitem.md 1.2).
///
/// Kept as one number so that names compare and sort as cheaply as integers; the order of the
/// numbers is the byte order of the codes.
package struct Attribute: RawRepresentable, Hashable, Comparable, Sendable {
  /// The four ASCII bytes, first byte highest.
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The attribute with a four-character name; nil for any other text.
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

  /// The four characters.
  package var name: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Both are asked for each attribute of each row: they must cost what comparing integers costs,
  // in other modules too.

  @inlinable
  package static func == (left: Attribute, right: Attribute) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Whether a value is the attribute of a `case`.
  ///
  /// The general operator goes through the conformance to `Equatable` each time.
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
