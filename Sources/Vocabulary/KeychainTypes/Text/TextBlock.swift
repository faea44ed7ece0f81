// SPDX-License-Identifier: Apache-2.0

/// Lays out text in at most 80 columns.
package enum TextBlock {
  package static let width = 80
  /// The column after which a word of a paragraph goes to the next line.
  ///
  /// The sample outputs in the specification are filled up to this column too.
  package static let filled = 77

  /// Wraps a text into lines; every line but the first is indented.
  ///
  /// A word that is too long for a line is shortened in its middle.
  package static func wrap(
    _ text: String, indent: String, to filled: Int = TextBlock.filled
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    // Blanks at the beginning of a line and within a table are kept.
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

  /// Returns the text; if it is wider than `width` columns, its middle is replaced by `…`.
  package static func cut(_ text: String, to width: Int) -> String {
    ColumnWidth.cut(text, to: width)
  }

  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  private static func columns(_ text: String) -> Int { ColumnWidth.of(text) }
}
