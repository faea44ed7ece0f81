// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An object identifier, as the content of its DER element (X.690 8.19).
///
/// Two are equal if their bytes are: one that is not well encoded is only equal to itself.
package struct OID: Hashable, Sendable {
  package let content: [UInt8]

  /// An identifier as it was read; nil for no bytes.
  package init?(content: [UInt8]) {
    guard !content.isEmpty else { return nil }
    self.content = content
  }

  /// The identifier of some arcs: the first is below 3, the second below 40.
  package init(_ first: UInt64, _ second: UInt64, _ others: UInt64...) {
    content = ([first * 40 + second] + others).flatMap { Self.digits($0) }
  }

  /// Base 128, all but the last digit with the high bit.
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
  /// Arcs with points between them; bytes in hexadecimal where they are no identifier, or one with
  /// an arc of more than 64 bits.
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
