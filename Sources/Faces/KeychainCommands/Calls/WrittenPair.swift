// SPDX-License-Identifier: Apache-2.0

/// A key and its value, as the user wrote them in a call.
struct WrittenPair: Equatable {
  /// The way in which the user wrote a value, from which the type of the value follows.
  enum Form: Equatable {
    /// Written after `=` without quotes, as on a command line: text, or the name of a constant.
    case plain
    /// Written in quotes: always text, even if it looks like a number or a constant.
    case quoted
    /// Written in quotes inside source code that converts the string to data, such as
    /// `Data("text".utf8)`.
    case data
    /// Written after `:` without quotes, as in source code: a number, a Boolean or a constant.
    case program
  }

  let name: String
  /// The letter before `=` that states the type of the value, such as `x` in `gena:x=0a0b`.
  ///
  /// Empty if the user wrote no type letter.
  let kind: String
  let value: String
  let form: Form

  /// True if no value was written after the sign `=` or `:`; empty quotes are a value.
  var isWithoutValue: Bool { value.isEmpty && form != .quoted && form != .data }

  /// Creates the pair by splitting letters at the first unquoted `=` or `:`.
  ///
  /// Nil if the letters contain no such sign.
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
      // Kind `s` takes the text as it is, with its blanks and quotes.
      written =
        kind == "s" ? Written(value: content.text, form: .plain) : Self.commandValue(content)
    } else {
      written = Self.programValue(rest)
    }
    self.kind = kind
    value = written.value
    form = written.form
  }

  /// A value without its key, and the way in which the user wrote the value.
  private struct Written {
    let value: String
    let form: Form
  }

  /// Returns the name of a key without the quotes and casts of source code.
  ///
  /// For `"svce"`, the name is `svce`. For `kSecAttrService as String` and `(__bridge
  /// id)kSecAttrService`, the name is `kSecAttrService`.
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
    // Removes `!` after a constant only. At the end of a text, `!` belongs to the text.
    if rest.hasPrefix("k"), rest.last == "!" { rest = rest.dropLast() }
    return String(rest.first == "@" ? rest.dropFirst() : rest)
  }
}
