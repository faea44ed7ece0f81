// SPDX-License-Identifier: Apache-2.0

/// Converts between a line of a journal and the list of its words.
///
/// A word is written in quotes if it is empty, or if it has characters other than ASCII letters,
/// digits and the signs `-_.:+/`.
enum JournalWords {
  /// Joins words to a line, with quotes where they are needed.
  static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Splits a line into its words.
  ///
  /// Nil if a closing quote is missing, or if two words are not separated by a space.
  static func words(of line: String) -> [String]? {
    var words: [String] = []
    var rest = line[...]
    while !rest.isEmpty {
      guard let word = next(&rest) else { return nil }
      words.append(word)
      if rest.first == " " {
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
      } else if !rest.isEmpty {
        return nil
      }
    }
    return words
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    guard !isPlain else { return word }
    return "\"" + word.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ":", "+", "/": true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case " "..."~": String(scalar)
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func next(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let word = rest.prefix { $0 != " " }
      rest = rest[word.endIndex...]
      return word.isEmpty || word.contains("\"") ? nil : String(word)
    }
    rest = rest.dropFirst()
    var word = String.UnicodeScalarView()
    while let character = rest.unicodeScalars.first {
      rest.unicodeScalars.removeFirst()
      if character == "\"" { return String(word) }
      guard character == "\\" else {
        word.append(character)
        continue
      }
      guard let scalar = escape(&rest) else { return nil }
      word.append(scalar)
    }
    return nil
  }

  /// Removes the rest of an escape sequence from the front of `rest`, and returns the character
  /// that it encodes.
  ///
  /// The caller has removed the backslash. Nil if the sequence is not valid.
  private static func escape(_ rest: inout Substring) -> Unicode.Scalar? {
    guard let kind = rest.unicodeScalars.popFirst() else { return nil }
    if kind == "\"" || kind == "\\" { return kind }
    guard kind == "u", rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let digits = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}

extension TestApp {
  /// The app as a list of words for a line of the journal.
  var words: [String] {
    guard entitlements != .none else { return [name, version, "none"] }
    guard entitlements.hasIdentifier else {
      return [name, version, "exactly"] + entitlements.groups
    }
    return [name, version, "groups", entitlements.prefix] + entitlements.groups
  }

  /// Makes an app from the words that `words` has written into a journal line.
  ///
  /// Nil if the words do not describe an app.
  init?(words: [String]) {
    guard words.count >= 3 else { return nil }
    switch words[2] {
    case "none" where words.count == 3:
      self.init(words[0], entitlements: .none, version: words[1])
    case "exactly":
      let entitlements = DeviceState.Entitlements.exactly(Array(words.dropFirst(3)))
      self.init(words[0], entitlements: entitlements, version: words[1])
    case "groups" where words.count >= 4:
      let entitlements = DeviceState.Entitlements(
        prefix: words[3], groups: Array(words.dropFirst(4)))
      self.init(words[0], entitlements: entitlements, version: words[1])
    default:
      return nil
    }
  }
}
