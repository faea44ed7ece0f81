// SPDX-License-Identifier: Apache-2.0

/// A call of a `SecItem` function as the user types or pastes it: attributes on a command line, or
/// the dictionary of the call from source code.
///
/// The forms `svce=AYS,acct=ann`, `svce = "AYS"` and `[kSecAttrService as String: "AYS"]` are all
/// accepted. A comma or the end of a word ends a pair of key and value. Quotes are removed. Between
/// quotes, a comma, `=` or `:` is an ordinary character. Blanks around a key and its value are
/// removed.
struct WrittenCall {
  /// One element of the call: a word, or a key with its value.
  enum Part: Equatable {
    /// A word without a value, such as the name of an item class.
    case word(String)
    case pair(WrittenPair)
  }

  private(set) var parts: [Part] = []
  /// True if the call is a dictionary from source code, given as a single word of the command line.
  ///
  /// The shell has then not removed the quotes around strings.
  let isProgram: Bool

  init(_ words: [String]) throws(QueryWords.Misuse) {
    try self.init(words, isInner: false)
  }

  private init(_ words: [String], isInner: Bool) throws(QueryWords.Misuse) {
    let (text, isDictionary) = Self.unwrapped(words)
    isProgram = isDictionary && words.count == 1
    for part in try Self.divided(text) {
      for piece in Self.joined(part.split(whereSeparator: \.isBorder).map { Array($0) }) {
        try take(piece, isInner: isInner)
      }
    }
  }

  private mutating func take(
    _ letters: [WrittenLetter], isInner: Bool
  ) throws(QueryWords.Misuse) {
    let letters = letters.trimmed
    guard !letters.isEmpty else { return }
    if let pair = WrittenPair(letters) {
      parts.append(.pair(pair))
    } else if !isInner, letters.allSatisfy({ $0.standing == .quoted }) {
      // The quotes surround a whole call.
      parts += try WrittenCall([letters.text], isInner: true).parts
    } else {
      parts.append(.word(letters.text))
    }
  }

  // MARK: Dictionaries

  /// The text with which a line of source code can begin before its dictionary, such as `let`.
  private static let beginnings = [
    "let ", "var ", "NSDictionary", "NSMutableDictionary", "CFDictionary",
  ]

  /// Joins the words of the command line, and removes the brackets around a dictionary.
  ///
  /// The null character (`WrittenLetter.border`) separates the joined words. Text outside the
  /// brackets is removed.
  ///
  /// - Returns: The joined text, and true if the text was a dictionary in brackets.
  private static func unwrapped(_ words: [String]) -> (text: [Character], isDictionary: Bool) {
    var text = Array(words.joined(separator: String(WrittenLetter.border)))[...]
    text = text.drop(while: WrittenLetter.isBlank)
    let head = String(text.prefix(24).map { $0 == WrittenLetter.border ? " " : $0 })
    if beginnings.contains(where: { head.hasPrefix($0) }),
      let start = text.indices.first(where: { place in
        let next = text[(place + 1)...].first { !WrittenLetter.isBlank($0) }
        return text[place] == "=" && next.map { "[{@".contains($0) } == true
      })
    {
      text = text[(start + 1)...].drop(while: WrittenLetter.isBlank)
    }
    if text.first == "@", text.dropFirst().first == "{" { text = text.dropFirst() }
    let closings: [Character: Character] = ["[": "]", "{": "}"]
    guard let first = text.first, let closing = closings[first] else { return (Array(text), false) }
    text = text.dropFirst()
    if let end = text.lastIndex(of: closing) { text = text[..<end] }
    return (Array(text), true)
  }

  // MARK: Parts

  /// Splits the text of a call at its commas.
  ///
  /// A backslash before a comma, an equals sign or a backslash makes that character an ordinary
  /// character. Before any other character, the backslash itself is an ordinary character.
  ///
  /// - Throws: `Misuse` if a word ends with a backslash.
  private static func divided(
    _ text: [Character]
  ) throws(QueryWords.Misuse) -> [[WrittenLetter]] {
    var parts: [[WrittenLetter]] = [[]]
    var place = 0
    while place < text.count {
      let letter = text[place]
      let last = parts.count - 1
      if letter == "\\" {
        guard place + 1 < text.count, text[place + 1] != WrittenLetter.border else {
          throw QueryWords.Misuse(message: "a word ends with a backslash")
        }
        let next = text[place + 1]
        if !",=\\".contains(next) { parts[last].append(WrittenLetter("\\", .escaped)) }
        parts[last].append(WrittenLetter(next, .escaped))
        place += 2
      } else if letter == "," {
        parts.append([])
        place += 1
      } else if opensQuotes(letter, behind: parts[last]), let end = closing(of: place, in: text) {
        parts[last] += quoted(text[(place + 1)..<end], by: text[end])
        place = end + 1
      } else {
        parts[last].append(WrittenLetter(letter, .plain))
        place += 1
      }
    }
    return parts
  }

  private static let quotes: [Character: Character] = [
    "\"": "\"", "'": "'", "`": "`", "\u{201C}": "\u{201D}", "\u{2018}": "\u{2019}",
  ]

  /// True if a character is an opening quote: a quote at the start of a key or a value.
  ///
  /// After `name:s=`, a quote is an ordinary character, because the letter `s` means that the value
  /// is literal text.
  ///
  /// - Parameter part: The letters of the pair that come before the character.
  private static func opensQuotes(_ letter: Character, behind part: [WrittenLetter]) -> Bool {
    guard quotes[letter] != nil else { return false }
    let start = part.filter { !$0.isBlank }.suffix(3).map(\.character)
    if start == [":", "s", "="] { return false }
    guard let before = part.last(where: { !$0.isBlank || $0.isBorder }) else { return true }
    return before.standing == .plain
      && (before.isBorder || "=:(@".contains(before.character))
  }

  /// Returns the index of the quote that closes the opening quote at the index `start`.
  ///
  /// A quote is a closing quote only at the end of a key or a value. Nil if the text has no closing
  /// quote.
  private static func closing(of start: Int, in text: [Character]) -> Int? {
    guard let partner = quotes[text[start]] else { return nil }
    var place = start + 1
    while place < text.count {
      if text[place] == "\\" {
        place += 2
        continue
      }
      if text[place] == partner, isEnd(text[(place + 1)...]) { return place }
      place += 1
    }
    return nil
  }

  /// True if the text before `rest` is a complete key or value, because `rest` begins with a
  /// separator.
  private static func isEnd(_ rest: ArraySlice<Character>) -> Bool {
    let next = rest.drop { WrittenLetter.isBlank($0) && $0 != WrittenLetter.border }
    guard let first = next.first, first != WrittenLetter.border else { return true }
    if ",:=)]}!;".contains(first) { return true }
    let word = String(next.prefix(6))
    return word.hasPrefix("as ") || word.hasPrefix(".data(") || word.hasPrefix(".utf8")
  }

  /// Returns `WrittenLetter.quotes`, which marks the start of quoted text, and then the letters of
  /// the text.
  ///
  /// A backslash is removed if a comma, an equals sign, a backslash or `partner` follows. Before
  /// any other character, the backslash is an ordinary character.
  ///
  /// - Parameters:
  ///   - text: The characters between the quotes.
  ///   - partner: The quote that closes the text.
  private static func quoted(
    _ text: ArraySlice<Character>, by partner: Character
  ) -> [WrittenLetter] {
    var letters = [WrittenLetter.quotes]
    var isEscaped = false
    for letter in text {
      if isEscaped {
        let isKept = letter != partner && !",=\\".contains(letter)
        if isKept { letters.append(WrittenLetter("\\", .quoted)) }
        letters.append(WrittenLetter(letter == WrittenLetter.border ? " " : letter, .quoted))
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        letters.append(WrittenLetter(letter == WrittenLetter.border ? " " : letter, .quoted))
      }
    }
    return letters
  }

  // MARK: Words

  /// Joins those words that together form a single pair of key and value, such as `svce`, `=` and
  /// `AYS`.
  private static func joined(_ words: [[WrittenLetter]]) -> [[WrittenLetter]] {
    var pieces: [[WrittenLetter]] = []
    for word in words {
      if let last = pieces.last, belongs(word, to: last) {
        pieces[pieces.count - 1] += [WrittenLetter(" ", .plain)] + word
      } else {
        pieces.append(word)
      }
    }
    return pieces
  }

  private static func belongs(_ word: [WrittenLetter], to piece: [WrittenLetter]) -> Bool {
    let text = word.trimmed.text
    let isCast = text == "as" || piece.trimmed.text.hasSuffix(" as")
    guard let pair = WrittenPair(piece) else {
      guard CallKey(known: WrittenPair.key(piece)) != nil else { return false }
      return isCast || word.first.map { $0.isSign } == true
    }
    if pair.isWithoutValue {
      return WrittenPair(word).flatMap { CallKey(known: $0.name) } == nil
    }
    return isCast && pair.form != .plain
  }
}
