// SPDX-License-Identifier: Apache-2.0

/// Compares output with expected lines that may hold placeholders.
enum Expectation {
  private static let patterns: [(placeholder: String, pattern: String)] = [
    ("{moment}", #"0x(?:3[0-9]){14}5A00  "[0-9]{14}Z\\000""#),
    ("{date}", "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}"),
    ("{day}", "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    ("{time}", "[0-9]{2}:[0-9]{2}"),
    ("{id}", "[0-9a-f]{4,32}"),
    ("{digest}", "[0-9a-f]{8}"),
    ("{pid}", "[0-9]+"),
    ("{any}", ".*"),
  ]

  /// True if the text is these lines, each with its newline.
  static func matches(_ text: String, _ lines: [String], home: String) -> Bool {
    var rest = text[...]
    for line in lines {
      guard let end = rest.firstIndex(of: "\n") else { return false }
      guard matches(String(rest[..<end]), line.replacing("{home}", with: home)) else {
        return false
      }
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty
  }

  private static func matches(_ text: String, _ line: String) -> Bool {
    var pattern = ""
    var rest = line[...]
    scan: while !rest.isEmpty {
      for (placeholder, replacement) in patterns where rest.hasPrefix(placeholder) {
        pattern += replacement
        rest = rest.dropFirst(placeholder.count)
        continue scan
      }
      let character = rest.removeFirst()
      if !character.isLetter, !character.isNumber, character != " ", character.isASCII {
        pattern += "\\"
      }
      pattern.append(character)
    }
    guard let regex = try? Regex(pattern) else { return false }
    return text.wholeMatch(of: regex) != nil
  }
}
