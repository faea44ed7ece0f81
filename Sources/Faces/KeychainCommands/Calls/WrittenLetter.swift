// SPDX-License-Identifier: Apache-2.0

/// A character of a call that the user wrote, with the way in which it was written.
///
/// A quoted character or a character after a backslash cannot separate pairs.
struct WrittenLetter: Equatable {
  /// The way in which the user wrote a character: plain, after a backslash, or between quotes.
  enum Standing: Equatable {
    case plain
    /// The character comes after a backslash.
    case escaped
    case quoted
  }

  /// The character that marks the end of a word of the command line, after the words were joined.
  ///
  /// The border is the null character, which an argument of a program cannot contain.
  static let border: Character = "\0"
  /// The letter that marks the start of quoted text, after the quotes were removed.
  ///
  /// By this mark, an empty quoted value differs from a missing value.
  static let quotes = WrittenLetter(border, .quoted)

  let character: Character
  let standing: Standing

  init(_ character: Character, _ standing: Standing) {
    self.character = character
    self.standing = standing
  }

  static func isBlank(_ character: Character) -> Bool {
    character.isWhitespace || character == border
  }

  var isBlank: Bool { standing == .plain && Self.isBlank(character) }
  var isBorder: Bool { standing == .plain && character == Self.border }
  var isEquals: Bool { standing == .plain && character == "=" }
  /// True if this letter is an unquoted `=` or `:`, which may separate a key from its value.
  var isSign: Bool { standing == .plain && (character == "=" || character == ":") }
}

extension BidirectionalCollection where Element == WrittenLetter {
  /// The letters without the unquoted blanks at the start and at the end.
  var trimmed: [WrittenLetter] {
    var letters = Array(drop { $0.isBlank })
    while letters.last?.isBlank == true { letters.removeLast() }
    return letters
  }

  var text: String { String(filter { $0 != .quotes }.map(\.character)) }

  var hasQuotes: Bool { contains(.quotes) }
}
