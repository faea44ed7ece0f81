// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Decodes and encodes base64, from secret memory into secret memory (RFC 4648 4).
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Decodes base64 text, ignoring white space.
  ///
  /// Returns nil if the text is not base64 or has no bytes. The last group of digits must be filled
  /// to four with `=`. The unused bits of its last digit must be zero.
  static func decode(_ text: SecretBytes) -> SecretBytes? {
    var count = 0
    var isRight = true
    let bytes = SecretBytes(count: text.count / 4 * 3 + 3) {
      (output: inout MutableSpan<UInt8>) in
      text.withBytes { text in
        var (bits, digits, padding): (UInt32, Int, Int) = (0, 0, 0)
        for place in text.indices where !text[place].isPEMSpace {
          guard text[place] != UInt8(ascii: "=") else {
            padding += 1
            continue
          }
          let value = values[Int(text[place])]
          guard value != 0xff, padding == 0 else {
            isRight = false
            return
          }
          bits = bits << 6 | UInt32(value)
          digits += 1
          guard digits % 4 == 0 else { continue }
          for shift in [16, 8, 0] {
            output[count] = UInt8(truncatingIfNeeded: bits >> UInt32(shift))
            count += 1
          }
          bits = 0
        }
        switch (digits % 4, padding) {
        case (0, 0): break
        case (2, 2) where bits & 0xf == 0:
          output[count] = UInt8(truncatingIfNeeded: bits >> 4)
          count += 1
        case (3, 1) where bits & 3 == 0:
          output[count] = UInt8(truncatingIfNeeded: bits >> 10)
          output[count + 1] = UInt8(truncatingIfNeeded: bits >> 2)
          count += 2
        default: isRight = false
        }
      }
    }
    return isRight && count > 0 ? bytes.slice(0..<count) : nil
  }

  /// Encodes bytes as lines of 64 base64 digits, each of which ends with a line feed.
  package static func encode(_ bytes: SecretBytes) -> SecretBytes {
    let groups = (bytes.count + 2) / 3
    let lines = (groups + 15) / 16
    return SecretBytes(count: groups * 4 + lines) { (output: inout MutableSpan<UInt8>) in
      bytes.withBytes { bytes in
        var place = 0
        for group in 0..<groups {
          var bits: UInt32 = 0
          let left = min(bytes.count - group * 3, 3)
          for index in 0..<3 {
            bits = bits << 8 | (index < left ? UInt32(bytes[group * 3 + index]) : 0)
          }
          for index in 0..<4 {
            let digit = digits[Int(bits >> UInt32(18 - 6 * index) & 63)]
            output[place + index] = index <= left ? digit : UInt8(ascii: "=")
          }
          place += 4
          guard group % 16 == 15 || group == groups - 1 else { continue }
          output[place] = UInt8(ascii: "\n")
          place += 1
        }
      }
    }
  }
}

extension UInt8 {
  /// True if the byte is a blank, a tab, or the end of a line or page.
  var isPEMSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
