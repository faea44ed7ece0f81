// SPDX-License-Identifier: Apache-2.0

/// Writes DER, from the inside out: an element is the bytes of its content and its tag.
package enum DERWriter {
  /// An element.
  package static func element(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
    header(tag, count: content.count) + content
  }

  /// An element of elements.
  package static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
    element(.sequence, elements.reduce(into: []) { $0 += $1 })
  }

  /// An INTEGER of big-endian digits that are not negative; zeros in front are dropped.
  package static func integer(_ digits: [UInt8]) -> [UInt8] {
    let kept = Array(digits.drop { $0 == 0 })
    return element(.integer, (kept.first ?? 0x80) >= 0x80 ? [0] + kept : kept)
  }

  /// A BIT STRING of whole bytes.
  package static func bitString(_ bytes: [UInt8]) -> [UInt8] {
    element(.bitString, [0] + bytes)
  }

  /// Tag and length, as in front of so many bytes.
  package static func header(_ tag: DERTag, count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [tag.rawValue, UInt8(count)] }
    var digits: [UInt8] = []
    var left = count
    while left > 0 {
      digits.insert(UInt8(truncatingIfNeeded: left), at: 0)
      left >>= 8
    }
    return [tag.rawValue, 0x80 | UInt8(digits.count)] + digits
  }
}
