// SPDX-License-Identifier: Apache-2.0

/// Splits a line of the interactive mode into words (spec/security-cli.md 1).
///
/// Blanks separate words. A single or double quote at the start of a word groups up to the next
/// one of its kind, which ends the word; inside a word a quote is an ordinary character. A
/// backslash takes the next character literally, inside quotes and outside. There is no limit of
/// length or number.
package enum LineSplitter {
  /// A quote without its partner: nothing of such a line is run.
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
