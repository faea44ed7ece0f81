// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainExplanations
import KeychainTypes
import Security

/// Attributes as words of a command line: `svce=AYS,acct=ann` (spec/diagnostics.md 1.2).
///
/// What is said of a mistake repeats no word: it may be a password in the wrong place.
struct QueryWords {
  /// What is wrong with a word.
  struct Misuse: Error {
    let message: String
  }

  private(set) var pairs: [NSString: Any] = [:]
  private(set) var attributes: [Attribute] = []
  private var hasClass = false

  /// - Parameter areChanges: whether they are those of an update, where a new secret may be named.
  init(_ words: [String], areChanges: Bool = false) throws(Misuse) {
    for word in words {
      for part in try Self.split(word) {
        if areChanges, Self.secretNames.contains(part.lowercased()) {
          guard pairs[kSecValueData] == nil else { throw Misuse(message: "data is given twice") }
          pairs[kSecValueData] = Self.secret
        } else {
          try take(part)
        }
      }
    }
  }

  /// What stands for the secret, which nobody gives on a command line.
  static var secret: Data { Data("the secret".utf8) }

  private static let secretNames: Set<String> = [
    "v_data", "ksecvaluedata", "data", "valuedata", "secret", "password",
  ]

  /// The dictionary, with the class that is meant.
  func dictionary(withClass: Bool) -> NSMutableDictionary {
    var pairs = pairs
    if withClass, !hasClass { pairs[kSecClass] = impliedClass.rawValue }
    return NSMutableDictionary(dictionary: pairs)
  }

  /// The class that alone has one of the attributes, else generic passwords.
  var impliedClass: ItemClass { decidedClass ?? .genericPassword }

  /// The class that alone has one of the attributes.
  var decidedClass: ItemClass? {
    for attribute in attributes {
      let owners = ItemClass.stored.filter { Schema.of($0)[attribute] != nil }
      if owners.count == 1 { return owners[0] }
    }
    return nil
  }

  var namesClass: Bool { hasClass }

  private mutating func take(_ part: String) throws(Misuse) {
    let start = part.prefix { $0 != "=" && $0 != ":" }
    guard !Self.secretNames.contains(start.lowercased()) else {
      throw Misuse(
        message: "a secret is never given on the command line: add assumes one, --no-data none; "
          + "--set data stands for a new one")
    }
    guard let equals = part.firstIndex(of: "=") else {
      throw Misuse(message: "a word is neither a verb nor attribute=value")
    }
    let value = String(part[part.index(after: equals)...])
    let name = part[..<equals].split(separator: ":", maxSplits: 1)
    let word = name.first.map(String.init) ?? ""
    if word == "class" {
      guard !hasClass else { throw Misuse(message: "class is given twice") }
      hasClass = true
      pairs[kSecClass] = Self.classes[value] ?? value
      return
    }
    let kind = name.count == 2 ? String(name[1]) : ""
    if Self.routeNames.contains(word.lowercased()) {
      guard pairs[kSecUseDataProtectionKeychain] == nil else {
        throw Misuse(message: "kSecUseDataProtectionKeychain is given twice")
      }
      pairs[kSecUseDataProtectionKeychain] = try Self.route(value, kind)
      return
    }
    guard let attribute = AttributeNames.attribute(word) ?? Attribute(name: word) else {
      throw Misuse(message: "what stands before = is no attribute: \(AttributeWord.advice(word))")
    }
    guard !attributes.contains(attribute) else {
      throw Misuse(message: "\(attribute.name) is given twice")
    }
    attributes.append(attribute)
    pairs[attribute.name as NSString] = try Self.object(value, kind, attribute)
  }

  private static let classes: [String: String] = [
    "kSecClassGenericPassword": "genp", "kSecClassInternetPassword": "inet",
    "kSecClassCertificate": "cert", "kSecClassKey": "keys", "kSecClassIdentity": "idnt",
  ]

  private static func object(
    _ value: String, _ kind: String, _ attribute: Attribute
  ) throws(Misuse) -> Any {
    switch kind {
    case "s": return value
    case "":
      if attribute == .synchronizable { return try synchronizable(value) }
      if attribute == .protection, value.hasPrefix("kSecAttrAccessible") {
        let named = Protection.allCases.first { ConstantNames.constant($0) == value }
        guard let named else { throw noConstant(attribute) }
        return named.name
      }
      if let constant = ConstantValues.value(value, of: attribute) { return constant }
      guard !ConstantValues.isName(value, of: attribute) else {
        throw noConstant(attribute)
      }
      return value
    case "n":
      guard let number = Int64(value) else {
        throw Misuse(message: "the value of \(attribute.name) is no number")
      }
      return NSNumber(value: number)
    case "b":
      guard let flag = ["true": true, "false": false, "1": true, "0": false][value] else {
        throw Misuse(message: "the value of \(attribute.name) is neither true nor false")
      }
      return flag
    case "x":
      guard let bytes = bytes(value) else {
        throw Misuse(message: "the value of \(attribute.name) is no hex text")
      }
      return Data(bytes)
    case "d":
      guard let date = date(value) else {
        throw Misuse(
          message: "the value of \(attribute.name) is no date like 2024-01-31T10:00:00Z")
      }
      return date
    default:
      throw Misuse(message: "behind \(attribute.name): is no kind of value; use n, b, x, d or s")
    }
  }

  /// A date of RFC 3339 to the second, as `2024-01-31T10:00:00Z` or with `+05:30` in place of `Z`.
  private static func date(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle()
    let clock = text.prefix(19) + "Z"
    // Foundation reads hour 25 and February 30 as later dates, which print otherwise than given.
    guard let date = try? style.parse(String(clock)), style.format(date) == clock else {
      return nil
    }
    let zone = text.dropFirst(19)
    if zone == "Z" { return date }
    guard zone.utf8.count == 6, let sign = ["+": -60.0, "-": 60.0][zone.prefix(1)],
      zone.dropFirst(3).first == ":", let hours = twoDigits(zone.dropFirst().prefix(2), below: 24),
      let minutes = twoDigits(zone.suffix(2), below: 60)
    else { return nil }
    return date.addingTimeInterval(sign * Double(60 * hours + minutes))
  }

  private static func twoDigits(_ text: Substring, below limit: Int) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      return nil
    }
    return number < limit ? number : nil
  }

  private static func noConstant(_ attribute: Attribute) -> Misuse {
    Misuse(
      message: "\(attribute.name) has no constant of that name; \(attribute.name):s=... is text")
  }

  /// The one key of routes that a command line can name: it is no attribute.
  private static let routeNames: Set<String> = [
    "ksecusedataprotectionkeychain", "nleg", "usedataprotectionkeychain", "dataprotectionkeychain",
  ]

  private static func route(_ value: String, _ kind: String) throws(Misuse) -> Any {
    let flags = ["true": true, "false": false, "1": true, "0": false]
    if kind.isEmpty || kind == "b", let flag = flags[value] { return flag }
    guard kind.isEmpty else { throw Misuse(message: "kSecUseDataProtectionKeychain is a Boolean") }
    throw Misuse(message: "kSecUseDataProtectionKeychain is true or false")
  }

  private static func synchronizable(_ value: String) throws(Misuse) -> Any {
    switch value {
    case "1", "true": return true
    case "0", "false": return false
    case "any", "kSecAttrSynchronizableAny": return kSecAttrSynchronizableAny
    default: throw Misuse(message: "sync is 0, 1 or any")
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
    return bytes.count == digits.count / 2 ? bytes : nil
  }

  /// The parts between commas; a backslash keeps a comma, an equals sign or a backslash that
  /// follows it, and stands for itself before all else.
  static func split(_ word: String) throws(Misuse) -> [String] {
    var parts: [String] = [""]
    var isEscaped = false
    for letter in word {
      if isEscaped {
        if !",=\\".contains(letter) { parts[parts.count - 1].append("\\") }
        parts[parts.count - 1].append(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "," {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    if isEscaped { throw Misuse(message: "a word ends in a backslash") }
    return parts.filter { !$0.isEmpty }
  }
}
