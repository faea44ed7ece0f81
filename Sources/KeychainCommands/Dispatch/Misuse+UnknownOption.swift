// SPDX-License-Identifier: Apache-2.0

/// Messages about an option that a command does not know.
///
/// A word in the wrong place may be a password (spec/security-cli.md 9.2). So the message names a
/// letter, alone or among three, and of any other word its place among the arguments.
extension OptionReader.Misuse {
  /// The most letters behind one hyphen that a message repeats; of more it names only the place.
  private static let mostLetters = 3

  /// Creates the message about a letter, alone or among others behind one hyphen.
  init(
    unknown letter: Character, in argument: [UInt8], at place: Int,
    _ grammar: OptionReader.Grammar
  ) {
    let word = argument.dropFirst()
    let isNamed =
      word.count == 1
      || word.count <= Self.mostLetters
        && word.allSatisfy { Character(Unicode.Scalar($0)).isLetter && $0 < 0x80 }
    let names = grammar.longFlags.union(grammar.longWithValue)
    let kinds = OptionReader.kinds(of: grammar.letters)
    var meant = ""
    if word.count > 1, let name = Suggestion.of(String(decoding: word, as: UTF8.self), among: names)
    {
      meant = ": is --\(name) meant?"
    } else if isNamed, let other = Self.otherCase(letter), kinds[other] != nil {
      meant = ": is -\(other) meant?"
    }
    self.init(
      message: (isNamed ? "illegal option -- \(letter)" : "illegal option in argument \(place)")
        + meant)
  }

  /// Creates the message about a name behind two hyphens.
  init(unknown name: String, at place: Int, _ grammar: OptionReader.Grammar) {
    let names = grammar.longFlags.union(grammar.longWithValue).union(["help"])
    var meant = Suggestion.of(name, among: names).map { ": is --\($0) meant?" } ?? ""
    if name.utf8.count == 1, let letter = name.first,
      OptionReader.kinds(of: grammar.letters)[letter] != nil
    {
      meant = ": is -\(letter) meant?"
    }
    self.init(message: "illegal option in argument \(place)" + meant)
  }

  /// The letter in capitals, or a capital in small.
  private static func otherCase(_ letter: Character) -> Character? {
    (letter.isUppercase ? letter.lowercased() : letter.uppercased()).first
  }
}
