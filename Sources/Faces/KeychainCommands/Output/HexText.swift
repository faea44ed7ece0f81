// SPDX-License-Identifier: Apache-2.0

/// Hexadecimal digits and the bytes behind them.
package enum HexText {
  /// Hands the two digits of a byte to `emit`.
  package static func emit(_ byte: UInt8, upperCase: Bool = false, _ emit: (UInt8) -> Void) {
    emit(digit(byte >> 4, upperCase))
    emit(digit(byte & 15, upperCase))
  }

  /// All digits of bytes that are no secret, in upper case.
  static func upperCase(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for byte in bytes { emit(byte, upperCase: true) { digits.append($0) } }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes that digits stand for, or nil when there is something else than digits.
  ///
  /// An odd count gets a zero in front, as `-X` has it (spec/security-cli.md 4.1).
  package static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 2 + 1)
    var isLow = !text.count.isMultiple(of: 2)
    if isLow { result.append(0) }
    for character in text {
      guard let value = value(of: character) else { return nil }
      if isLow {
        result[result.count - 1] |= value
      } else {
        result.append(value << 4)
      }
      isLow.toggle()
    }
    return result
  }

  private static func digit(_ value: UInt8, _ upperCase: Bool) -> UInt8 {
    if value < 10 { return UInt8(ascii: "0") + value }
    return UInt8(ascii: upperCase ? "A" : "a") + value - 10
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
