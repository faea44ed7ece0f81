// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import Security

/// The value of an attribute, read from the text that the user wrote in a call.
///
/// Messages about a mistake never repeat the value: it may be a password in the wrong place.
enum CallValue {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case bytes([UInt8])
  case date(Date)

  /// The value as a Foundation object, as the dictionary of a call needs it.
  var object: Any {
    switch self {
    case .text(let text): return text
    case .number(let number): return NSNumber(value: number)
    case .flag(let flag): return flag
    case .bytes(let bytes): return Data(bytes)
    case .date(let date): return date
    }
  }

  /// The value as a `RequestValue`, as a request to the store needs it.
  var foreign: RequestValue {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .flag(let flag): .boolean(flag)
    case .bytes(let bytes): .bytes(bytes)
    case .date(let date):
      Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate)
        .map { RequestValue.date($0) } ?? .other
    }
  }

  /// Reads the value of an attribute from the text that the user wrote.
  ///
  /// The letter before `=` that states the type of the value, such as `x` in `gena:x=0a0b`, is
  /// called the type letter.
  ///
  /// - Parameter isProgram: True if the call was copied from source code, in which strings are
  ///   quoted. An unquoted word is then refused, because it is the name of a variable.
  /// - Throws: `Misuse` if the text does not fit its type letter, or names an unknown constant.
  init(
    _ pair: WrittenPair, of attribute: Attribute, isProgram: Bool
  ) throws(QueryWords.Misuse) {
    self = try Self.read(pair, attribute, isProgram: isProgram)
  }

  /// Creates the value from the attribute value of an option such as `-s`.
  ///
  /// Nil if the attribute value is a date or a real number.
  init?(_ value: AttributeValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .number(let number): self = .number(number)
    case .real, .date: return nil
    }
  }

  private static func read(
    _ pair: WrittenPair, _ attribute: Attribute, isProgram: Bool
  ) throws(QueryWords.Misuse) -> CallValue {
    let value = pair.value
    switch pair.kind {
    case "s": return .text(value)
    case "": return try bare(pair, attribute, isProgram: isProgram)
    case "n":
      guard let number = Int64(value) else { throw misuse(attribute, "not a number") }
      return .number(number)
    case "b":
      guard let flag = truth(of: value) else { throw misuse(attribute, "neither true nor false") }
      return .flag(flag)
    case "x":
      guard let bytes = HexText.wholeBytes(value) else { throw misuse(attribute, "not hex text") }
      return .bytes(bytes)
    case "d":
      guard let date = moment(of: value) else {
        throw misuse(attribute, "not a date like 2024-01-31T10:00:00Z")
      }
      return .date(date)
    default:
      throw QueryWords.Misuse(
        message: "\(attribute.name) has an unknown kind of value; use n, b, x, d or s")
    }
  }

  /// Reads a value that was written without a type letter.
  ///
  /// A type letter is the `x` in `gena:x=0a0b`.
  ///
  /// - Parameter isProgram: True if the call was copied from source code, in which strings are
  ///   quoted. Unquoted digits are then always a number, and an unquoted name of a variable is
  ///   refused.
  private static func bare(
    _ pair: WrittenPair, _ attribute: Attribute, isProgram: Bool
  ) throws(QueryWords.Misuse) -> CallValue {
    let value = pair.value
    switch pair.form {
    case .data: return .bytes(Array(value.utf8))
    case .quoted: return .text(value)
    case .plain, .program: break
    }
    if attribute == .synchronizable { return try synchronizable(value) }
    if attribute == .protection, value.hasPrefix("kSecAttrAccessible") {
      let named = Protection.allCases.first { ConstantNames.constant($0) == value }
      guard let named else { throw noConstant(attribute) }
      return .text(named.name)
    }
    if let constant = ConstantValues.value(value, of: attribute) { return .text(constant) }
    guard !ConstantValues.isName(value, of: attribute) else { throw noConstant(attribute) }
    if let flag = ["kCFBooleanTrue": true, "kCFBooleanFalse": false][value] { return .flag(flag) }
    guard pair.form == .program else { return .text(value) }
    // The shell removes quotes, except inside a dictionary that is one word. Digits may therefore
    // have been quoted text, and are a number only for an attribute that takes numbers.
    if isProgram || isNumber(attribute) {
      if let number = Int64(value) { return .number(number) }
      if let flag = ["true": true, "false": false, "YES": true, "NO": false][value] {
        return .flag(flag)
      }
    }
    guard !isProgram else {
      throw QueryWords.Misuse(
        message: "the value of \(attribute.name) is a name of the program: write its value "
          + "in quotes")
    }
    return .text(value)
  }

  private static func isNumber(_ attribute: Attribute) -> Bool {
    ItemClass.stored.contains { Schema.of($0)[attribute]?.kind == .number }
  }

  /// Returns the Boolean that a word such as `true`, `NO` or `1` means; nil for any other word.
  static func truth(of value: String) -> Bool? {
    [
      "true": true, "false": false, "1": true, "0": false, "YES": true, "NO": false,
      "kCFBooleanTrue": true, "kCFBooleanFalse": false,
    ][value]
  }

  private static func synchronizable(_ value: String) throws(QueryWords.Misuse) -> CallValue {
    if let flag = truth(of: value) { return .flag(flag) }
    guard ["any", "kSecAttrSynchronizableAny"].contains(value) else {
      throw QueryWords.Misuse(message: "sync is 0, 1 or any")
    }
    return .text(kSecAttrSynchronizableAny as String)
  }

  private static func misuse(_ attribute: Attribute, _ words: String) -> QueryWords.Misuse {
    QueryWords.Misuse(message: "the value of \(attribute.name) is \(words)")
  }

  private static func noConstant(_ attribute: Attribute) -> QueryWords.Misuse {
    QueryWords.Misuse(
      message: "\(attribute.name) has no constant with that name; \(attribute.name):s=... is text")
  }

  /// Reads a date in the form of RFC 3339, such as `2024-01-31T10:00:00Z` or
  /// `2024-01-31T10:00:00+05:30`.
  ///
  /// Nil if the text has another form. Fractions of a second are not accepted.
  static func moment(of text: String) -> Date? {
    Instant(internetForm: text).map {
      Date(timeIntervalSinceReferenceDate: $0.secondsSinceReference)
    }
  }
}
