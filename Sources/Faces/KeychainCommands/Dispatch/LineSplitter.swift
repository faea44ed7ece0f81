// SPDX-License-Identifier: Apache-2.0

/// Splits a line that the user types in the interactive mode (`-i`) into words
/// (Specification/security-cli.md, "Global behaviour of security").
///
/// Blanks separate words. A word that begins with a single or double quote ends at the next quote
/// of this kind, and may contain blanks. Within an unquoted word, a quote is an ordinary character.
/// A backslash makes the next character an ordinary character, inside and outside quotes. A line
/// may have any length and any number of words.
package enum LineSplitter {
  /// The error for an opening quote without a closing quote.
  ///
  /// The interactive mode then skips the whole line.
  package struct UnmatchedQuote: Error, Equatable {}

  package static func split(_ line: [UInt8]) throws(UnmatchedQuote) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var place = 0
    while let start = line[place...].firstIndex(where: { !isBlank($0) }) {
      let opening = line[start]
      let isQuoted = opening == UInt8(ascii: "\"") || opening == UInt8(ascii: "'")
      place = isQuoted ? start + 1 : start
      var word: [UInt8] = []
      var isEnded = false
      while place < line.count, !isEnded {
        let byte = line[place]
        place += 1
        if byte == UInt8(ascii: "\\"), place < line.count {
          word.append(line[place])
          place += 1
        } else if isQuoted ? byte == opening : isBlank(byte) {
          isEnded = true
        } else {
          word.append(byte)
        }
      }
      guard isEnded || !isQuoted else { throw UnmatchedQuote() }
      words.append(word)
    }
    return words
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
