// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Base64 text (RFC 4648 4): of secrets, from secret memory into secret memory, and of other bytes.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The number that each byte stands for as a digit; 0xff for a byte that is not a digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
  private static let padding = UInt8(ascii: "=")

  /// Decodes base64 text that holds a secret, ignoring white space.
  ///
  /// Returns nil if the text is not base64 or has no bytes.
  package static func decode(_ text: SecretBytes) -> SecretBytes? {
    var count = 0
    var isRight = true
    let bytes = SecretBytes(count: text.count / 4 * 3 + 3) {
      (output: inout MutableSpan<UInt8>) in
      text.withBytes { text in
        isRight = decode(text) { byte in
          output[count] = byte
          count += 1
        }
      }
    }
    return isRight && count > 0 ? bytes.slice(0..<count) : nil
  }

  /// Decodes base64 text that holds no secret, ignoring white space.
  ///
  /// Returns nil if the text is not base64. Text without digits has no bytes.
  package static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    return decode(text.span) { bytes.append($0) } ? bytes : nil
  }

  /// Calls `emit` with each byte of a base64 text; returns false if the text is not base64.
  ///
  /// The last group of digits must be filled to four with `=`. The unused bits of its last digit
  /// must be zero.
  private static func decode(_ text: Span<UInt8>, _ emit: (UInt8) -> Void) -> Bool {
    let values = Self.values
    var (bits, digits, filled): (UInt32, Int, Int) = (0, 0, 0)
    for place in text.indices where !text[place].isWhiteSpace {
      guard text[place] != padding else {
        filled += 1
        continue
      }
      let value = values[Int(text[place])]
      guard value != 0xff, filled == 0 else { return false }
      bits = bits << 6 | UInt32(value)
      digits += 1
      guard digits % 4 == 0 else { continue }
      emit(UInt8(truncatingIfNeeded: bits >> 16))
      emit(UInt8(truncatingIfNeeded: bits >> 8))
      emit(UInt8(truncatingIfNeeded: bits))
      bits = 0
    }
    switch (digits % 4, filled) {
    case (0, 0): return true
    case (2, 2) where bits & 0xf == 0:
      emit(UInt8(truncatingIfNeeded: bits >> 4))
      return true
    case (3, 1) where bits & 3 == 0:
      emit(UInt8(truncatingIfNeeded: bits >> 10))
      emit(UInt8(truncatingIfNeeded: bits >> 2))
      return true
    default: return false
    }
  }

  /// Encodes a secret as lines of 64 base64 digits, each of which ends with a line feed.
  package static func encode(_ bytes: SecretBytes) -> SecretBytes {
    let width = 64
    let digits = (bytes.count + 2) / 3 * 4
    let size = digits + (digits + width - 1) / width
    return SecretBytes(count: size) { (output: inout MutableSpan<UInt8>) in
      bytes.withBytes { bytes in
        var (place, column) = (0, 0)
        encode(bytes) { digit in
          output[place] = digit
          (place, column) = (place + 1, column + 1)
          guard column == width || place == size - 1 else { return }
          output[place] = UInt8(ascii: "\n")
          (place, column) = (place + 1, 0)
        }
      }
    }
  }

  /// Encodes bytes that are no secret as base64 text, cut into lines of `width` characters.
  package static func lines(_ bytes: [UInt8], width: Int) -> [String] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    encode(bytes.span) { text.append($0) }
    return stride(from: 0, to: text.count, by: width).map { start in
      String(decoding: text[start..<min(start + width, text.count)], as: UTF8.self)
    }
  }

  /// Calls `emit` with each character of the base64 text of bytes, without line ends.
  private static func encode(_ bytes: Span<UInt8>, _ emit: (UInt8) -> Void) {
    let digits = Self.digits
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = min(bytes.count - start, 3)
      var bits: UInt32 = 0
      for index in 0..<3 {
        bits = bits << 8 | (index < left ? UInt32(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        emit(index <= left ? digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : padding)
      }
    }
  }
}

extension UInt8 {
  /// True if the byte is a blank, a tab, or the end of a line or page.
  @inlinable package var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
