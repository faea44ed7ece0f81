// SPDX-License-Identifier: Apache-2.0

/// A letter of a call, and whether it can divide anything.
struct WrittenLetter: Equatable {
  /// How a letter stands there.
  enum Standing: Equatable {
    case plain
    /// Behind a backslash.
    case escaped
    case quoted
  }

  /// What stands between two words: no argument holds it.
  static let border: Character = "\0"
  /// The mark that quotes were there, of which nothing else tells if nothing is in them.
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
  /// Whether a key may end before it.
  var isSign: Bool { standing == .plain && (character == "=" || character == ":") }
}

extension BidirectionalCollection where Element == WrittenLetter {
  /// Without the blanks at both ends.
  var trimmed: [WrittenLetter] {
    var letters = Array(drop { $0.isBlank })
    while letters.last?.isBlank == true { letters.removeLast() }
    return letters
  }

  var text: String { String(filter { $0 != .quotes }.map(\.character)) }

  var hasQuotes: Bool { contains(.quotes) }
}
