// SPDX-License-Identifier: Apache-2.0

/// Hexadecimal digits and the bytes behind them.
package enum HexText {
  /// Hands the two digits of a byte to `emit`.
  package static func emit(_ byte: UInt8, upperCase: Bool = false, _ emit: (UInt8) -> Void) {
    emit(digit(byte >> 4, upperCase))
    emit(digit(byte & 15, upperCase))
  }

  /// All digits of bytes that are no secret, in lower case.
  package static func lowerCase(_ bytes: some Collection<UInt8>) -> String {
    text(bytes, upperCase: false)
  }

  /// All digits of bytes that are no secret, in upper case.
  package static func upperCase(_ bytes: some Collection<UInt8>) -> String {
    text(bytes, upperCase: true)
  }

  /// Capital digits, a blank between bytes.
  package static func spaced(_ bytes: some Collection<UInt8>) -> String {
    text(bytes, upperCase: true, separator: UInt8(ascii: " "))
  }

  private static func text(
    _ bytes: some Collection<UInt8>, upperCase: Bool, separator: UInt8? = nil
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3)
    for byte in bytes {
      if let separator, !text.isEmpty { text.append(separator) }
      emit(byte, upperCase: upperCase) { text.append($0) }
    }
    return String(decoding: text, as: UTF8.self)
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

  /// The bytes that pairs of digits stand for; nil for an odd count or another character.
  package static func wholeBytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    return digits.count.isMultiple(of: 2) ? bytes(digits) : nil
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
