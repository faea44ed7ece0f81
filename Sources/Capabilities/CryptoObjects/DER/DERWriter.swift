// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Writes DER elements from the inside out: the content of an element is written before the
/// element.
package enum DERWriter {
  /// Returns an element with the given tag and content.
  package static func element(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
    header(tag, count: content.count) + content
  }

  /// Returns a SEQUENCE of the given elements.
  package static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
    element(.sequence, elements.reduce(into: []) { $0 += $1 })
  }

  /// Returns the INTEGER of a number that is not negative, from its big-endian bytes.
  ///
  /// Leading zero bytes are left out. One zero byte is added if the INTEGER would be negative or
  /// empty without it.
  package static func integer(_ digits: [UInt8]) -> [UInt8] {
    let kept = Array(digits.drop { $0 == 0 })
    return element(.integer, (kept.first ?? 0x80) >= 0x80 ? [0] + kept : kept)
  }

  /// Returns a BIT STRING of the given bytes, without unused bits.
  package static func bitString(_ bytes: [UInt8]) -> [UInt8] {
    element(.bitString, [0] + bytes)
  }

  /// Returns the tag and the encoded length of an element.
  ///
  /// - Parameter count: the size of the element's content in bytes.
  package static func header(_ tag: DERTag, count: Int) -> [UInt8] {
    var header = [tag.rawValue]
    header.append(derLength: count)
    return header
  }
}
