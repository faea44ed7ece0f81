// SPDX-License-Identifier: Apache-2.0

/// Converts object identifiers of requirements between text such as `1.2.840` and the content of
/// their DER elements (X.690 8.19).
enum ObjectIdentifierText {
  /// Returns the content of the DER element for an object identifier such as `1.2.840`.
  ///
  /// Nil if the text is not an object identifier.
  static func content(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var arcs: [UInt64] = []
    for part in parts {
      guard part.allSatisfy(RequirementLexer.isDigit), part.count == 1 || part.first != 0x30,
        let arc = UInt64(String(decoding: part, as: UTF8.self)), arc < 1 << 62
      else { return nil }
      arcs.append(arc)
    }
    guard arcs.count >= 2, arcs[0] < 3, arcs[0] == 2 || arcs[1] < 40 else { return nil }
    return ([arcs[0] * 40 + arcs[1]] + arcs[2...]).flatMap(digits)
  }

  /// Returns the object identifier as text, from the content of its DER element.
  ///
  /// Nil if the content is not an object identifier, or if it is not in the shortest form.
  static func text(of content: [UInt8]) -> String? {
    var arcs: [UInt64] = []
    var arc: UInt64 = 0
    for byte in content {
      guard arc >> 56 == 0 else { return nil }
      arc = arc << 7 | UInt64(byte & 0x7F)
      guard byte & 0x80 == 0 else { continue }
      if arcs.isEmpty {
        let first = min(arc / 40, 2)
        arcs = [first, arc - first * 40]
      } else {
        arcs.append(arc)
      }
      arc = 0
    }
    let text = arcs.map { String($0) }.joined(separator: ".")
    return self.content(of: Array(text.utf8)[...]) == content ? text : nil
  }

  /// Returns an arc (a number of the object identifier) as digits in base 128.
  ///
  /// All digits except the last have the high bit set.
  private static func digits(_ arc: UInt64) -> [UInt8] {
    var result = [UInt8(arc & 0x7F)]
    var left = arc >> 7
    while left > 0 {
      result.insert(UInt8(left & 0x7F) | 0x80, at: 0)
      left >>= 7
    }
    return result
  }
}
