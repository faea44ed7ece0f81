// SPDX-License-Identifier: Apache-2.0

/// A key and its value as somebody has written them.
struct WrittenPair: Equatable {
  /// How a value is written.
  enum Form: Equatable {
    /// As on a command line: text, or the name of a constant.
    case plain
    /// In quotes: text, whatever it looks like.
    case quoted
    /// Text in quotes of which a program makes data.
    case data
    /// As in a program without quotes: a number, a truth value, the name of a constant.
    case program
  }

  let name: String
  /// The kind of the value, as `x` in `gena:x=0a0b`; empty if the call gives none.
  let kind: String
  let value: String
  let form: Form

  /// Whether nothing is behind the sign, not even quotes.
  var isWithoutValue: Bool { value.isEmpty && form != .quoted && form != .data }

  /// Splits letters at the sign between a key and a value; nil if there is no sign.
  init?(_ letters: [WrittenLetter]) {
    guard let sign = letters.firstIndex(where: \.isSign) else { return nil }
    name = Self.key(letters[..<sign])
    let rest = letters[(sign + 1)...]
    var kind = ""
    let written: Written
    if letters[sign].isEquals {
      written = Self.commandValue(rest)
    } else if let equals = rest.firstIndex(where: \.isEquals),
      rest[..<equals].allSatisfy({ $0.standing == .plain && !$0.isBlank })
    {
      kind = rest[..<equals].text
      let content = rest[(equals + 1)...]
      // Text as it is, with its blanks and quotes.
      written =
        kind == "s" ? Written(value: content.text, form: .plain) : Self.commandValue(content)
    } else {
      written = Self.programValue(rest)
    }
    self.kind = kind
    value = written.value
    form = written.form
  }

  /// A value with how it is written.
  private struct Written {
    let value: String
    let form: Form
  }

  /// A key without what a program writes around it: `"svce"`, `kSecAttrService as String`,
  /// `(__bridge id)kSecAttrService`.
  static func key(_ letters: some BidirectionalCollection<WrittenLetter>) -> String {
    withoutCast(letters.trimmed.text)
  }

  private static func commandValue(_ letters: ArraySlice<WrittenLetter>) -> Written {
    guard !letters.hasQuotes else { return programValue(letters) }
    return Written(value: letters.trimmed.text, form: .plain)
  }

  private static func programValue(_ letters: ArraySlice<WrittenLetter>) -> Written {
    guard letters.hasQuotes else {
      return Written(value: withoutCast(letters.trimmed.text), form: .program)
    }
    let around = letters.filter { $0.standing != .quoted }.trimmed.text
    let isData = around.hasPrefix("Data(") || around.contains(".data(")
    let value = letters.filter { $0.standing == .quoted }.text
    return Written(value: value, form: isData ? .data : .quoted)
  }

  private static func withoutCast(_ text: String) -> String {
    var rest = text[...]
    while rest.first == "(", let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    if rest.hasPrefix("String("), rest.hasSuffix(")") {
      rest = rest.dropFirst("String(".count).dropLast()
    }
    let words = rest.split { $0.isWhitespace }
    if let cast = words.firstIndex(of: "as") ?? words.firstIndex(of: "as!"), cast > 0 {
      rest = words[..<cast].joined(separator: " ")[...]
    }
    // A constant alone: behind a text it belongs to the text.
    if rest.hasPrefix("k"), rest.last == "!" { rest = rest.dropLast() }
    return String(rest.first == "@" ? rest.dropFirst() : rest)
  }
}
