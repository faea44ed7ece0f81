// SPDX-License-Identifier: Apache-2.0

/// Text of at most 80 columns.
package enum TextBlock {
  package static let width = 80
  /// Paragraphs are filled to this: so the samples of the specification come out as they stand.
  package static let filled = 77

  /// Lines of a text, the second and later ones indented; a word that fits no line loses its
  /// middle.
  package static func wrap(
    _ text: String, indent: String, to filled: Int = TextBlock.filled
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    // The blanks that a line begins with, and those within a table, stay.
    let words = split(text)
    for (blanks, word) in words {
      let room = width - indent.count
      let shown = ColumnWidth.cut(word, to: room)
      if line.isEmpty {
        line = blanks + ColumnWidth.cut(word, to: width - blanks.count)
      } else if columns(line) + blanks.count + columns(shown) <= filled {
        line += blanks + shown
      } else {
        lines.append(line)
        line = indent + shown
      }
    }
    lines.append(line)
    return lines
  }

  private static func split(_ text: String) -> [(String, String)] {
    var words: [(String, String)] = []
    var blanks = ""
    var word = ""
    for letter in text {
      if letter == " " {
        if !word.isEmpty {
          words.append((blanks, word))
          (blanks, word) = ("", "")
        }
        blanks.append(letter)
      } else {
        word.append(letter)
      }
    }
    if !word.isEmpty { words.append((blanks, word)) }
    return words
  }

  /// A text that loses its middle where it is too long.
  package static func cut(_ text: String, to width: Int) -> String {
    ColumnWidth.cut(text, to: width)
  }

  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  private static func columns(_ text: String) -> Int { ColumnWidth.of(text) }
}
