// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// Another spelling of a value in a query.
///
/// A program may have stored this spelling in place of the value that it searches for now.
///
/// Specification/diagnostics.md, "Variants of a value".
struct ValueVariant {
  let value: AttributeValue
  /// The difference from the given value, in words that can follow "differs in".
  let words: String

  /// The greatest number of variants that are made of one value.
  static let most = 24

  /// Returns the other spellings of an attribute's value; the value itself is not included.
  static func all(of value: AttributeValue, for row: AttributeRow) -> [ValueVariant] {
    var variants: [ValueVariant] = []
    switch value {
    case .text(let text): variants = ofText(text, row.attribute)
    case .bytes(let bytes): variants = ofBytes(bytes, row.attribute)
    case .number(let number): variants = ofNumber(number, row.attribute)
    case .real, .date: break
    }
    return Array(variants.filter { $0.value != value }.prefix(most))
  }

  private init(_ text: String, _ words: String) {
    value = .text(text)
    self.words = words
  }

  private init(_ value: AttributeValue, _ words: String) {
    self.value = value
    self.words = words
  }

  private static func ofText(_ text: String, _ attribute: Attribute) -> [ValueVariant] {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var variants = [
      ValueVariant(text.lowercased(), "letter case"),
      ValueVariant(text.uppercased(), "letter case"),
      ValueVariant(text.prefix(1).uppercased() + text.dropFirst(), "letter case"),
      ValueVariant(trimmed, "surrounding blanks"),
      ValueVariant(trimmed.lowercased(), "surrounding blanks and letter case"),
      ValueVariant(text + "\n", "a newline at its end"),
      ValueVariant(text + "\0", "a NUL at its end"),
      ValueVariant(
        text.trimmingCharacters(in: CharacterSet(charactersIn: "\0")), "a NUL at its end"),
      ValueVariant(text + " ", "surrounding blanks"),
      ValueVariant(text.precomposedStringWithCanonicalMapping, "Unicode form"),
      ValueVariant(text.decomposedStringWithCanonicalMapping, "Unicode form"),
      ValueVariant(text.precomposedStringWithCompatibilityMapping, "Unicode form"),
    ]
    variants += quoted(text)
    variants += special(text, attribute)
    return variants
  }

  /// Returns other spellings of a text: with quotes or `Optional("...")` around the text, and
  /// without them.
  ///
  /// `Optional("...")` is a printed Swift optional. A program may store these spellings by mistake.
  private static func quoted(_ text: String) -> [ValueVariant] {
    var variants = [
      ValueVariant("\"" + text + "\"", "quotes around it"),
      ValueVariant("Optional(\"" + text + "\")", "a printed Swift optional"),
    ]
    for (start, end, words) in [
      ("Optional(\"", "\")", "a printed Swift optional"), ("\"", "\"", "quotes around it"),
      ("'", "'", "quotes around it"),
    ] where text.hasPrefix(start) && text.hasSuffix(end) && text.count > start.count + end.count {
      variants.append(
        ValueVariant(String(text.dropFirst(start.count).dropLast(end.count)), words))
    }
    return variants
  }

  private static func special(_ text: String, _ attribute: Attribute) -> [ValueVariant] {
    switch attribute {
    case .server:
      var variants: [ValueVariant] = []
      if let host = host(ofURL: text) {
        variants.append(ValueVariant(host, "the URL around the host"))
      }
      for scheme in ["https://", "http://"] {
        variants.append(ValueVariant(scheme + text, "the scheme of a URL"))
      }
      variants += [
        ValueVariant(text.hasPrefix("www.") ? String(text.dropFirst(4)) : "www." + text, "www."),
        ValueVariant(
          text.hasSuffix("/") ? String(text.dropLast()) : text + "/", "a trailing slash"),
        ValueVariant(text.hasSuffix(".") ? String(text.dropLast()) : text + ".", "a trailing dot"),
      ]
      if let colon = text.lastIndex(of: ":"), Int(text[text.index(after: colon)...]) != nil {
        variants.append(ValueVariant(String(text[..<colon]), "a port after the host"))
      }
      return variants
    case .path:
      return [
        ValueVariant(text.hasPrefix("/") ? String(text.dropFirst()) : "/" + text, "a leading slash")
      ]
    case .account:
      var variants: [ValueVariant] = []
      if let at = text.firstIndex(of: "@") {
        variants.append(ValueVariant(String(text[..<at]), "the part after @"))
      }
      if let plain = text.removingPercentEncoding {
        variants.append(ValueVariant(plain, "percent escapes"))
      }
      return variants
    case .applicationTag:
      return decoded(text).map { ValueVariant(.bytes($0), "its encoding as text") }
    default: return []
    }
  }

  private static func ofBytes(_ bytes: [UInt8], _ attribute: Attribute) -> [ValueVariant] {
    guard [.applicationLabel, .applicationTag].contains(attribute) else { return [] }
    let digits = Array(HexText.lowerCase(bytes).utf8)
    var variants = [ValueVariant(.bytes(digits), "its encoding as hex text")]
    if let text = String(validating: bytes, as: UTF8.self) {
      variants += decoded(text).map { ValueVariant(.bytes($0), "its encoding as text") }
    }
    return variants
  }

  /// Returns the host of a URL, without user name, port and path.
  ///
  /// Nil if the text has no scheme or no host.
  private static func host(ofURL text: String) -> String? {
    guard let scheme = text.range(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority[
      (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
    // A colon within brackets is part of an address.
    let isAddress = host.hasPrefix("[") && host.contains("]")
    let name = isAddress ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return name.isEmpty ? nil : String(name).removingPercentEncoding
  }

  /// Returns the bytes that a text encodes as hex digits or as base64.
  ///
  /// Empty if the text is short or encodes no bytes.
  private static func decoded(_ text: String) -> [[UInt8]] {
    var results: [[UInt8]] = []
    let isLong = text.utf8.count >= 8
    if isLong, let bytes = HexText.wholeBytes(text) { results.append(bytes) }
    if isLong, let data = Data(base64Encoded: text) { results.append(Array(data)) }
    return results
  }

  private static func ofNumber(_ number: Int64, _ attribute: Attribute) -> [ValueVariant] {
    guard attribute == .port else { return [] }
    guard number == 0 else { return [ValueVariant(.number(0), "0, which names no port")] }
    return [80, 443, 21, 22, 25, 143, 993, 587].map {
      ValueVariant(.number($0), "of its protocol where you give 0")
    }
  }
}

extension ValueVariant {
  /// Returns, in words, the difference of two texts that differ only in their form.
  ///
  /// The form is the letter case, the Unicode form, or blanks around the text. Nil if the texts
  /// differ in more, or if a value is not a text.
  static func difference(_ given: AttributeValue, _ stored: AttributeValue) -> String? {
    guard case .text(let left) = given, case .text(let right) = stored else { return nil }
    if left == right { return "Unicode form" }
    if left.lowercased() == right.lowercased() { return "letter case" }
    let trimmed = [left, right].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    return trimmed[0] == trimmed[1] ? "surrounding blanks" : nil
  }

  /// Returns the number of letters in which two similar texts differ.
  ///
  /// Nil if the texts are not similar, or if a value is not a text. One of two similar texts may be
  /// a misspelling of the other, but both may also be right.
  static func letters(_ given: AttributeValue, _ stored: AttributeValue) -> Int? {
    guard case .text(let left) = given, case .text(let right) = stored else { return nil }
    let most = min(2, max(left.count, right.count) / 4)
    return most > 0 ? TextDistance.within(most, left, right) : nil
  }
}
