// SPDX-License-Identifier: Apache-2.0

/// A call as somebody has it: attributes of a command line, or a dictionary of a program.
///
/// `svce=AYS,acct=ann`, `svce = "AYS"` and `[kSecAttrService as String: "AYS"]` say the same.
/// Commas and words divide the parts. Quotes keep what is in them together, and go; blanks around
/// a key and its value go too.
struct WrittenCall {
  /// A part of the call.
  enum Part: Equatable {
    /// A word without a value.
    case word(String)
    case pair(WrittenPair)
  }

  private(set) var parts: [Part] = []
  /// Whether it is a dictionary of a program in one word, in which texts have their quotes.
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
      // A whole call in quotes.
      parts += try WrittenCall([letters.text], isInner: true).parts
    } else {
      parts.append(.word(letters.text))
    }
  }

  // MARK: Dictionaries

  /// What stands before a dictionary in a program.
  private static let beginnings = [
    "let ", "var ", "NSDictionary", "NSMutableDictionary", "CFDictionary",
  ]

  /// The words with borders between them, without a dictionary's brackets and anything outside.
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

  /// The parts between commas.
  ///
  /// A backslash keeps a comma, an equals sign or a backslash that follows it, and stands for
  /// itself before all else.
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
          throw QueryWords.Misuse(message: "a word ends in a backslash")
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

  /// Whether a letter opens quotes: at the start of a key or a value, but not behind `name:s=`,
  /// which takes a value as it is.
  private static func opensQuotes(_ letter: Character, behind part: [WrittenLetter]) -> Bool {
    guard quotes[letter] != nil else { return false }
    let start = part.filter { !$0.isBlank }.suffix(3).map(\.character)
    if start == [":", "s", "="] { return false }
    guard let before = part.last(where: { !$0.isBlank || $0.isBorder }) else { return true }
    return before.standing == .plain
      && (before.isBorder || "=:(@".contains(before.character))
  }

  /// The place of the quotes that close those at `start`; they end a key or a value.
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

  /// Whether a key or a value ends before this rest of the text.
  private static func isEnd(_ rest: ArraySlice<Character>) -> Bool {
    let next = rest.drop { WrittenLetter.isBlank($0) && $0 != WrittenLetter.border }
    guard let first = next.first, first != WrittenLetter.border else { return true }
    if ",:=)]}!;".contains(first) { return true }
    let word = String(next.prefix(6))
    return word.hasPrefix("as ") || word.hasPrefix(".data(") || word.hasPrefix(".utf8")
  }

  /// The letters between quotes, behind a mark that there were quotes.
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

  /// The words of a part, those put together that are one pair: `svce = AYS`,
  /// `kSecAttrService as String: AYS`.
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
