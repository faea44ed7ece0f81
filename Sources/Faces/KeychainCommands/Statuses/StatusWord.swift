// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Reads what people paste where a status is meant: `-25300`, `25300`, `0xFFFF9D2C`,
/// `errSecItemNotFound`, `exit status 44`, `"OSStatus error -25300."`.
package enum StatusWord {
  /// What a number or a name stands for.
  package enum Meaning: Equatable, Sendable {
    case status(Int32)
    /// What a process has ended with: the low byte of a status.
    case exit(UInt8)
  }

  /// The meanings of a text, the likelier one first; none for a text that has no status in it.
  ///
  /// A number up to 255 is an exit status, and a status without its sign where that is one. Quotes,
  /// brackets, blanks and the words of usual messages around it count for nothing.
  package static func meanings(of text: String) -> [Meaning] {
    let tokens = tokens(of: text)
    let isExit = tokens.contains { ["exit", "exited"].contains($0.lowercased()) }
    // A number and its name, as reports print them, are one status.
    // Behind the status of such a report stands its sentence.
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

  /// Whether a text is only what stands before a status: `exit status`.
  static func isBeginning(_ text: String) -> Bool {
    let tokens = tokens(of: text)
    return !tokens.isEmpty && tokens.allSatisfy { noise.contains($0.lowercased()) }
  }

  /// The keychain's statuses whose low byte is an exit status.
  ///
  /// Statuses that a call for an item can answer come first. The result is empty for 0 to 3, which
  /// stand for no status.
  package static func statuses(endingWith low: UInt8) -> [Int32] {
    guard low > 3 else { return [] }
    let found = Set(
      StatusNames.keychain.map(\.status).filter { UInt8(truncatingIfNeeded: $0) == low }
    ).sorted(by: >)
    return found.filter { answered.contains($0) } + found.filter { !answered.contains($0) }
  }

  /// Whether a sentence is known for a status.
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

  /// Letters, digits and signs in a row.
  private static func tokens(of text: String) -> [String] {
    let plain = text.map { "\u{2212}\u{2013}\u{2011}".contains($0) ? "-" : $0 }
    return plain.split { letter in
      !(letter.isASCII && (letter.isLetter || letter.isNumber) || "-+_".contains(letter))
    }.map { String($0) }
  }

  /// Whether a number has no more digits than one of 32 bits.
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

  /// Words of messages and shells that stand around a status.
  private static let noise: Set<String> = [
    "answered", "be", "code", "completed", "couldn", "domain", "error", "exit", "exited", "failed",
    "null", "nsosstatuserrordomain", "operation", "osstatus", "returned", "status", "t", "the",
    "unknown", "userinfo", "with",
  ]

  /// The statuses that the engine answers with (spec/secitem.md 13.1).
  private static let answered: Set<Int32> = [
    -4, -34, -36, -50, -108, -128, -25291, -25292, -25293, -25294, -25299, -25300, -25302, -25303,
    -25304, -25306, -25308, -26275, -26276, -34018, -34020, -67808,
  ]

  /// The number at the start of a text, as strtol reads it with base 0; what follows is ignored.
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
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < base else { break }
      value = min(value * base + Int64(digit), Int64(UInt32.max))
    }
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
  }
}
