// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An object identifier, stored as the content of its DER element (X.690 8.19).
///
/// Two identifiers are equal if their bytes are equal. An identifier with an invalid encoding is
/// therefore not equal to the identifier with the valid encoding.
package struct OID: Hashable, Sendable {
  package let content: [UInt8]

  /// Creates an identifier from the content of its DER element; nil if the content is empty.
  package init?(content: [UInt8]) {
    guard !content.isEmpty else { return nil }
    self.content = content
  }

  /// Creates an identifier from its arcs, which are the numbers between its dots.
  ///
  /// The first arc must be below 3, and the second arc must be below 40.
  package init(_ first: UInt64, _ second: UInt64, _ others: UInt64...) {
    content = ([first * 40 + second] + others).flatMap { Self.digits($0) }
  }

  /// Creates an identifier from its arcs in decimal, separated by dots.
  ///
  /// Nil if the text is not an object identifier, or if an arc has more than 64 bits.
  package init?(dotted text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    let arcs = words.compactMap { word in
      word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? UInt64(word) : nil
    }
    guard arcs.count == words.count, arcs.count >= 2, arcs[0] < 3, arcs[0] == 2 || arcs[1] < 40,
      arcs[1] <= UInt64.max - 80
    else { return nil }
    content = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { Self.digits($0) }
  }

  /// Returns the digits of an arc in base 128.
  ///
  /// All digits but the last have the high bit set.
  private static func digits(_ arc: UInt64) -> [UInt8] {
    var result = [UInt8(arc & 0x7f)]
    var left = arc >> 7
    while left > 0 {
      result.insert(UInt8(left & 0x7f) | 0x80, at: 0)
      left >>= 7
    }
    return result
  }
}

extension OID: CustomStringConvertible {
  /// The arcs of the identifier, separated by dots.
  ///
  /// If the encoding is invalid or an arc has more than 64 bits, the description is the hexadecimal
  /// bytes.
  package var description: String {
    guard let arcs else { return HexText.spaced(content) }
    return arcs.map { String($0) }.joined(separator: ".")
  }

  private var arcs: [UInt64]? {
    var result: [UInt64] = []
    var arc: UInt64 = 0
    var isInside = false
    for byte in content {
      guard isInside || byte != 0x80, arc >> 57 == 0 else { return nil }
      arc = arc << 7 | UInt64(byte & 0x7f)
      isInside = byte & 0x80 != 0
      guard !isInside else { continue }
      if result.isEmpty {
        let first = min(arc / 40, 2)
        result = [first, arc - first * 40]
      } else {
        result.append(arc)
      }
      arc = 0
    }
    return isInside ? nil : result
  }
}
