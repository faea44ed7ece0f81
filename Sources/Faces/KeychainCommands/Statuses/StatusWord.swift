// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Reads a status from text that a user typed or pasted.
///
/// Accepted forms are `-25300`, `25300`, `0xFFFF9D2C`, `errSecItemNotFound`, `exit status 44` and
/// `"OSStatus error -25300."`.
package enum StatusWord {
  /// A possible meaning of a number that the user typed: a status, or the exit status of a process.
  package enum Meaning: Equatable, Sendable {
    case status(Int32)
    /// The exit status of a process, which is the low byte of a status.
    case exit(UInt8)
  }

  /// Returns the possible meanings of a text as a status, the more likely meaning first.
  ///
  /// Empty if the text contains no status. A number up to 255 is an exit status. If a status has
  /// this number with a minus sign, the number may also mean that status. Quotes, brackets, blanks
  /// and the words of common messages are ignored.
  package static func meanings(of text: String) -> [Meaning] {
    let tokens = tokens(of: text)
    let isExit = tokens.contains { ["exit", "exited"].contains($0.lowercased()) }
    // Reports print a number, its name and a sentence. Together they are one status.
    let domains = ["osstatus", "nsosstatuserrordomain"]
    let isReport = tokens.contains { domains.contains($0.lowercased()) }
    let words = tokens.filter { token in
      !noise.contains(token.lowercased())
        && (!isReport || isNumber(token) || StatusNames.status(named: token) != nil)
    }
    let found = words.map { token -> [Meaning] in
      if let status = StatusNames.status(named: token) { return [.status(status)] }
      return isNumber(token) && isStatus(token) ? meanings(ofNumber: token, isExit: isExit) : []
    }
    guard let first = found.first, found.allSatisfy({ $0 == first }) else { return [] }
    return first
  }

  /// True if the text has only words that usually come before a status, such as `exit status`.
  static func isBeginning(_ text: String) -> Bool {
    let tokens = tokens(of: text)
    return !tokens.isEmpty && tokens.allSatisfy { noise.contains($0.lowercased()) }
  }

  /// Returns the keychain statuses whose low byte equals an exit status.
  ///
  /// The statuses that calls for items return come first. Empty if the exit status is 0 to 3,
  /// because these exit statuses do not come from a keychain status.
  package static func statuses(endingWith low: UInt8) -> [Int32] {
    guard low > 3 else { return [] }
    let found = Set(
      StatusNames.ofItems.map(\.status).filter { UInt8(truncatingIfNeeded: $0) == low }
    ).sorted(by: >)
    return found.filter { answered.contains($0) } + found.filter { !answered.contains($0) }
  }

  /// True if Latchkey has a sentence that explains the status.
  private static func isKnown(_ status: Int32) -> Bool { StatusText.sentence(for: status) != nil }

  private static func meanings(ofNumber word: String, isExit: Bool) -> [Meaning] {
    let number = leadingNumber(Array(word.utf8))
    // A number with a sign or a base is taken as the status itself.
    guard let digit = word.first, digit.isNumber, digit != "0", number > 0 else {
      return isExit && number == 0 ? [.exit(0)] : [.status(number)]
    }
    guard let low = UInt8(exactly: number) else {
      return [.status(isKnown(-number) ? -number : number)]
    }
    let isOther = isKnown(-number) && !statuses(endingWith: low).contains(-number)
    return isExit || !isOther ? [.exit(low)] : [.exit(low), .status(-number)]
  }

  /// Splits a text into words of letters, digits and signs; all other characters separate words.
  private static func tokens(of text: String) -> [String] {
    let plain = text.map { "\u{2212}\u{2013}\u{2011}".contains($0) ? "-" : $0 }
    return plain.split { letter in
      !(letter.isASCII && (letter.isLetter || letter.isNumber) || "-+_".contains(letter))
    }.map { String($0) }
  }

  /// True if a word has few enough digits to be a number of 32 bits.
  private static func isStatus(_ word: String) -> Bool {
    word.count { $0.isNumber || $0.isHexDigit } <= 10
  }

  private static func isNumber(_ word: String) -> Bool {
    var digits = word[...]
    if let sign = digits.first, "-+".contains(sign) { digits = digits.dropFirst() }
    if digits.lowercased().hasPrefix("0x") {
      return digits.count > 2 && digits.dropFirst(2).allSatisfy(\.isHexDigit)
    }
    return !digits.isEmpty && digits.allSatisfy(\.isNumber)
  }

  /// Words that messages and shells print before or after a status, and which are ignored.
  private static let noise: Set<String> = [
    "answered", "be", "code", "completed", "couldn", "domain", "error", "exit", "exited", "failed",
    "null", "nsosstatuserrordomain", "operation", "osstatus", "returned", "status", "t", "the",
    "unknown", "userinfo", "with",
  ]

  /// The statuses that calls for items return (Specification/secitem.md, "Table of errors").
  private static let answered: Set<Int32> = [
    -4, -34, -36, -50, -108, -128, -25291, -25292, -25293, -25294, -25299, -25300, -25302, -25303,
    -25304, -25306, -25308, -26275, -26276, -34018, -34020, -67808,
  ]

  /// Returns the number at the start of a text, as the C function `strtol` reads it with base 0.
  ///
  /// The text after the number is ignored.
  static func leadingNumber(_ text: [UInt8]) -> Int32 {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var base: Int64 = 10
    if rest.first == UInt8(ascii: "0") {
      base = 8
      if let second = rest.dropFirst().first, second | 0x20 == UInt8(ascii: "x") {
        base = 16
        rest = rest.dropFirst(2)
      }
    }
    var value: Int64 = 0
    for byte in rest {
      guard let digit = HexText.value(of: byte), digit < base else { break }
      value = min(value * base + Int64(digit), Int64(UInt32.max))
    }
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
  }
}
