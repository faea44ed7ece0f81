// SPDX-License-Identifier: Apache-2.0

/// Converts bytes to hexadecimal digits and back.
package enum HexText {
  /// Calls `emit` with each of the two hexadecimal digits of a byte.
  package static func emit(_ byte: UInt8, upperCase: Bool = false, _ emit: (UInt8) -> Void) {
    emit(digit(byte >> 4, upperCase))
    emit(digit(byte & 15, upperCase))
  }

  /// Returns bytes as hexadecimal digits in lower case.
  ///
  /// Do not pass secrets, because a `String` cannot be wiped from memory.
  package static func lowerCase(_ bytes: some Collection<UInt8>) -> String {
    text(bytes, upperCase: false)
  }

  /// Returns bytes as hexadecimal digits in upper case.
  ///
  /// Do not pass secrets, because a `String` cannot be wiped from memory.
  package static func upperCase(_ bytes: some Collection<UInt8>) -> String {
    text(bytes, upperCase: true)
  }

  /// Returns bytes as hexadecimal digits in upper case, with a blank between bytes.
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

  /// Returns the bytes that a text of hexadecimal digits describes; nil if a character of the text
  /// is not a hexadecimal digit.
  ///
  /// If the number of digits is odd, a zero is put before the first digit, as for the argument of
  /// `-X` (Specification/security-cli.md, "add-generic-password / add-internet-password").
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

  /// Returns the bytes that a text of hexadecimal digits describes.
  ///
  /// Nil if the number of digits is odd, or if a character of the text is not a hexadecimal digit.
  package static func wholeBytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    return digits.count.isMultiple(of: 2) ? bytes(digits) : nil
  }

  private static func digit(_ value: UInt8, _ upperCase: Bool) -> UInt8 {
    if value < 10 { return UInt8(ascii: "0") + value }
    return UInt8(ascii: upperCase ? "A" : "a") + value - 10
  }

  /// Returns the number that a hexadecimal digit stands for; nil for any other character.
  package static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
