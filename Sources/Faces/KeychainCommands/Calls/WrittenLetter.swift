// SPDX-License-Identifier: Apache-2.0

/// A letter of a call, and whether it can divide anything.
struct WrittenLetter: Equatable {
  /// How a letter is written.
  enum Standing: Equatable {
    case plain
    /// Behind a backslash.
    case escaped
    case quoted
  }

  /// The character between two words, which no argument can hold.
  static let border: Character = "\0"
  /// The mark of quotes, which alone shows quotes that are empty.
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
  /// Whether a key may end before this letter.
  var isSign: Bool { standing == .plain && (character == "=" || character == ":") }
}

extension BidirectionalCollection where Element == WrittenLetter {
  /// The letters without the blanks at both ends.
  var trimmed: [WrittenLetter] {
    var letters = Array(drop { $0.isBlank })
    while letters.last?.isBlank == true { letters.removeLast() }
    return letters
  }

  var text: String { String(filter { $0 != .quotes }.map(\.character)) }

  var hasQuotes: Bool { contains(.quotes) }
}
