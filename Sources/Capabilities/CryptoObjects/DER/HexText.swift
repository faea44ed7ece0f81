// SPDX-License-Identifier: Apache-2.0

/// Bytes as text for people.
package enum HexText {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Capital digits, a blank between bytes.
  package static func spaced(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3)
    for byte in bytes {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The number that an INTEGER holds: decimal up to eight bytes, beyond that the bytes
  /// (spec/certificates.md 2.9).
  package static func integer(_ content: some Collection<UInt8>) -> String {
    guard let first = content.first, content.count <= 8 else { return spaced(content) }
    let value = content.reduce(first >= 0x80 ? -1 : 0) { (sum: Int64, byte) in
      sum << 8 | Int64(byte)
    }
    return String(value)
  }
}
