// SPDX-License-Identifier: Apache-2.0

/// Base64 text (RFC 4648 4), as property lists have it.
enum Base64Text {
  /// Decodes base64 text; blanks and line ends are skipped.
  ///
  /// Nil if the text has another character, or if its padding is wrong.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count, digits, padding): (UInt32, Int, Int, Int) = (0, 0, 0, 0)
    for digit in text where ![0x20, 0x09, 0x0A, 0x0D].contains(digit) {
      if digit == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: digit) else { return nil }
      digits += 1
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    guard (digits + padding).isMultiple(of: 4), padding < 3 else { return nil }
    return bytes
  }

  /// Returns the number that a base64 digit stands for, or nil for any other character.
  static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes as base64 text, cut into lines of `width` characters.
  static func lines(_ bytes: [UInt8], width: Int) -> [String] {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(UInt32(0)) { sum, place in
        sum << 8 | (place < part.count ? UInt32(part[start + place]) : 0)
      }
      for place in 0..<4 {
        let digit = digits[Int(bits >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= part.count ? digit : UInt8(ascii: "="))
      }
    }
    return stride(from: 0, to: text.count, by: width).map { start in
      String(decoding: text[start..<min(start + width, text.count)], as: UTF8.self)
    }
  }
}
