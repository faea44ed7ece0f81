// SPDX-License-Identifier: Apache-2.0

/// Lines of help, none of them wider than a terminal of 80 columns.
enum HelpLines {
  private static let width = 80

  /// The words of a text behind `head`; lines that follow begin after `indent` blanks.
  ///
  /// What stands in brackets stays together.
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

  /// Words at blanks that are in no brackets.
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
