// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory

/// The pairs of a dictionary that the user writes for the command `item`, such as
/// `class=genp,acct=me` (Specification/security-cli.md, "The iOS-style tool").
///
/// Messages about a mistake never repeat a word: it may be a password in the wrong place.
struct ItemPairs {
  private(set) var pairs = RequestPairs()
  private var keys: Set<String> = []

  var isEmpty: Bool { keys.isEmpty }

  /// Reads the pairs of name and value in a text, in which commas separate the pairs.
  ///
  /// A backslash makes the next character a part of the name or value. A name without `=` has the
  /// value true.
  mutating func take(_ text: [UInt8], on terminal: Terminal) throws(Stop) {
    guard let text = String(validating: text, as: UTF8.self) else {
      throw .usage(message: "the attributes are not UTF-8")
    }
    for (name, value) in Self.split(text) { try take(name, value, on: terminal) }
  }

  /// Sets a value that the command itself chooses for a key, unless the user has given the key.
  mutating func set(_ name: String, _ value: RequestValue) {
    guard keys.insert(name).inserted else { return }
    pairs.insert(Request.Pair(RequestKey(name), value))
  }

  func contains(_ name: String) -> Bool { keys.contains(name) }

  private mutating func take(
    _ name: String, _ value: String?, on terminal: Terminal
  ) throws(Stop) {
    let key = RequestKey(name)
    guard key.family != .unknown else {
      throw .usage(message: "a name is not an attribute: \(AttributeWord.advice(name))")
    }
    guard keys.insert(name).inserted else { throw .usage(message: "\(name) is given twice") }
    pairs.insert(Request.Pair(key, try Self.value(value, of: key, on: terminal)))
  }

  /// Splits a text into names and values, and removes the backslashes.
  private static func split(_ text: String) -> [(name: String, value: String?)] {
    var found: [(name: String, value: String?)] = []
    var (name, value): (String, String?) = ("", nil)
    var isEscaped = false
    func isSomething() -> Bool { !name.isEmpty || value != nil }
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, character == "," {
        if isSomething() { found.append((name, value)) }
        (name, value) = ("", nil)
      } else if !isEscaped, character == "=", value == nil {
        value = ""
      } else if value != nil {
        value?.append(character)
      } else {
        name.append(character)
      }
      isEscaped = false
    }
    if isSomething() { found.append((name, value)) }
    return found
  }

  private static func value(
    _ text: String?, of key: RequestKey, on terminal: Terminal
  ) throws(Stop) -> RequestValue {
    guard let text else { return .boolean(true) }
    switch key.family {
    case .itemClass, .ignored, .unknown: return .text(text)
    case .attribute: return try attribute(text, key, on: terminal)
    case .returns: return CallValue.truth(of: text).map { .boolean($0) } ?? .text(text)
    case .match, .use:
      if key.name == MatchKey.limit.rawValue, let number = Int64(text) { return .number(number) }
      if key.name == UseKey.interaction.rawValue { return .text(text) }
      return CallValue.truth(of: text).map { .boolean($0) } ?? .text(text)
    case .value:
      switch ValueKey(rawValue: key.name) {
      case .secret?: return .secret(SecretBytes(copying: Array(text.utf8)))
      case .persistentReference?: return try reference(text, "v_PersistentRef")
      case .reference?, nil: return .other
      }
    }
  }

  private static func attribute(
    _ text: String, _ key: RequestKey, on terminal: Terminal
  ) throws(Stop) -> RequestValue {
    guard let attribute = key.attribute else { return .text(text) }
    if attribute == .accessControl {
      let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
      do throws(AccessText.Failure) {
        return .accessControl(
          try AccessText.read(isQuoted ? String(text.dropFirst().dropLast()) : text))
      } catch {
        terminal.complain("failed to parse access control")
        throw .status(1)
      }
    }
    if attribute == FlagKey.dataProtection, let flag = CallValue.truth(of: text) {
      return .boolean(flag)
    }
    switch ItemClass.stored.lazy.compactMap({ Schema.of($0)[attribute]?.kind }).first {
    case .date?:
      guard let moment = Instant(internetForm: text) else {
        throw .usage(message: "\(attribute.name) takes a date like 2024-01-31T10:00:00Z")
      }
      return .date(moment)
    case .data?, .sha1?, .uuid?: return bytes(text).map { .bytes($0) } ?? .text(text)
    case .number?, .tomb?:
      return ["true": .boolean(true), "false": .boolean(false)][text] ?? .text(text)
    case .sync?: return text == "any" ? .text(ValueName.anySynchronizable) : .text(text)
    case .string?, .access?, .blob?, .accessControl?, .refused?, nil: return .text(text)
    }
  }

  /// Returns the bytes of a text such as `<0a0b>`; nil for any other text.
  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("<"), text.hasSuffix(">") else { return nil }
    return HexText.wholeBytes(String(text.dropFirst().dropLast()))
  }

  /// Returns the persistent reference that a text contains in base64.
  ///
  /// - Parameter name: the key or option that the user gave with the text, for the message about a
  ///   wrong text.
  /// - Throws: `Stop.usage` if the text is empty or not base64.
  static func reference(_ text: String, _ name: String) throws(Stop) -> RequestValue {
    guard !text.isEmpty, let bytes = Data(base64Encoded: text) else {
      throw .usage(message: "\(name) takes a persistent reference in base64, as -p prints it")
    }
    return .bytes(Array(bytes))
  }
}
