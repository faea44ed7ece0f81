// SPDX-License-Identifier: Apache-2.0

/// Breaks the text of help into lines for a terminal of 80 columns.
enum HelpLines {
  private static let width = 80

  /// Breaks a text into lines of at most 80 columns, and indents every line but the first.
  ///
  /// - Parameters:
  ///   - text: The text. Its parts in square brackets are never broken.
  ///   - head: The start of the first line.
  ///   - indent: The number of blanks before every later line.
  static func filled(_ text: String, after head: String, indent: Int) -> String {
    var lines: [String] = []
    var line = head
    for word in words(of: text) {
      if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Breaks each paragraph of a text into lines of at most 80 columns.
  ///
  /// An empty line separates two paragraphs.
  static func wrapped(_ text: String) -> String {
    text.split(separator: "\n\n", omittingEmptySubsequences: false).map { paragraph in
      let words = paragraph.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { return "" }
      let rest = words.dropFirst().joined(separator: " ")
      return filled(rest, after: String(first), indent: 0)
    }.joined(separator: "\n\n")
  }

  /// Splits a text at its blanks, except at blanks inside square brackets.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var depth = 0
    for character in text {
      switch character {
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      if character == " ", depth == 0 {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
