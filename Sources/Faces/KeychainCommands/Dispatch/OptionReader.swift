// SPDX-License-Identifier: Apache-2.0

/// The options of one command line, read as BSD's getopt reads them (spec/security-cli.md 1).
///
/// Options come before operands: the first argument that is no option ends them, as does `--`.
/// Letters may be joined (`-lut 300`), a value may follow its letter at once (`-sName`). Options
/// of ours are long (`--password-fd N` or `--password-fd=N`).
package struct OptionReader {
  /// The name of an option.
  package enum Name: Hashable, Sendable {
    case letter(Character)
    case long(String)
  }

  /// One option as it was given.
  package struct Option: Equatable {
    package let name: Name
    /// nil for an option that takes none, or stood last without the value it may lack there.
    package let value: [UInt8]?

    package init(name: Name, value: [UInt8]?) {
      self.name = name
      self.value = value
    }
  }

  /// Which options a command knows.
  package struct Grammar: Sendable {
    /// As for getopt: letters, a colon after those that take a value.
    package var letters: String
    /// Letters of `letters` whose value may be missing in the last argument.
    package var optionalLast: Set<Character> = []
    /// Those of them whose value may be missing before another option too.
    package var optionalAnywhere: Set<Character> = []
    /// Long options with a value, without the hyphens.
    package var longWithValue: Set<String> = []
    /// Long options without one.
    package var longFlags: Set<String> = []
    /// Whether options may stand behind operands, as in commands of ours.
    package var isMixed = false

    package init(
      letters: String, optionalLast: Set<Character> = [], optionalAnywhere: Set<Character> = [],
      longWithValue: Set<String> = [], longFlags: Set<String> = [], isMixed: Bool = false
    ) {
      self.letters = letters
      self.optionalLast = optionalLast.union(optionalAnywhere)
      self.optionalAnywhere = optionalAnywhere
      self.longWithValue = longWithValue
      self.longFlags = longFlags
      self.isMixed = isMixed
    }
  }

  /// What getopt would have said; the command then answers with its usage.
  package struct Misuse: Error, Equatable {
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  /// The option that every command takes: it asks for the usage.
  static let help = Array("--help".utf8)

  /// In the order given.
  package private(set) var options: [Option] = []
  package private(set) var operands: [[UInt8]] = []
  /// Where the operands stand among the arguments, counted from 1.
  private(set) var operandPlaces: [Int] = []
  /// Whether `--help` was given where an option may stand; what follows it is an operand.
  private(set) var asksForHelp = false

  package init(_ arguments: [[UInt8]], grammar: Grammar) throws(Misuse) {
    let kinds = Self.kinds(of: grammar.letters)
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      guard argument.count > 1, argument[0] == UInt8(ascii: "-") else {
        guard grammar.isMixed else { break }
        operands.append(argument)
        place += 1
        operandPlaces.append(place)
        continue
      }
      place += 1
      if argument == Array("--".utf8) { break }
      if argument == Self.help {
        asksForHelp = true
        break
      }
      if argument[1] == UInt8(ascii: "-") {
        try readLong(argument, arguments, &place, grammar)
      } else {
        try readLetters(argument, arguments, &place, kinds, grammar)
      }
    }
    operands += arguments[place...]
    operandPlaces += (place..<arguments.count).map { $0 + 1 }
  }

  /// The last value given for an option.
  package func value(_ name: Name) -> [UInt8]? {
    options.last { $0.name == name }?.value
  }

  package func contains(_ name: Name) -> Bool {
    options.contains { $0.name == name }
  }

  private mutating func readLetters(
    _ argument: [UInt8], _ arguments: [[UInt8]], _ place: inout Int,
    _ kinds: [Character: Bool], _ grammar: Grammar
  ) throws(Misuse) {
    var index = 1
    while index < argument.count {
      let letter = Character(Unicode.Scalar(argument[index]))
      index += 1
      guard let takesValue = kinds[letter] else {
        throw Misuse(unknown: letter, in: argument, at: place, grammar)
      }
      guard takesValue else {
        options.append(Option(name: .letter(letter), value: nil))
        continue
      }
      if index < argument.count {
        options.append(Option(name: .letter(letter), value: Array(argument[index...])))
      } else if grammar.optionalAnywhere.contains(letter), place < arguments.count,
        arguments[place].first == UInt8(ascii: "-")
      {
        options.append(Option(name: .letter(letter), value: nil))
      } else if place < arguments.count {
        options.append(Option(name: .letter(letter), value: arguments[place]))
        place += 1
      } else if grammar.optionalLast.contains(letter) {
        options.append(Option(name: .letter(letter), value: nil))
      } else {
        throw Misuse(message: "option requires an argument -- \(letter)")
      }
      return
    }
  }

  private mutating func readLong(
    _ argument: [UInt8], _ arguments: [[UInt8]], _ place: inout Int, _ grammar: Grammar
  ) throws(Misuse) {
    let parts = argument[2...].split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts.first ?? [], as: UTF8.self)
    let attached = parts.count == 2 ? Array(parts[1]) : nil
    if grammar.longFlags.contains(name), attached == nil {
      options.append(Option(name: .long(name), value: nil))
    } else if grammar.longWithValue.contains(name) {
      if let attached {
        options.append(Option(name: .long(name), value: attached))
      } else if place < arguments.count {
        options.append(Option(name: .long(name), value: arguments[place]))
        place += 1
      } else {
        throw Misuse(message: "option requires an argument -- \(name)")
      }
    } else if grammar.longFlags.contains(name) {
      throw Misuse(message: "option takes no value -- \(name)")
    } else {
      throw Misuse(unknown: name, at: place, grammar)
    }
  }

  /// The letters of a grammar, and whether each takes a value.
  static func kinds(of letters: String) -> [Character: Bool] {
    var kinds: [Character: Bool] = [:]
    var last: Character?
    for character in letters {
      if character == ":", let last {
        kinds[last] = true
      } else {
        kinds[character] = false
        last = character
      }
    }
    return kinds
  }
}

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

/// The words that an option takes, for a mistake.
enum WordList {
  /// A sentence that names the option and its words, and not the word that was given: it may be a
  /// password in the wrong place.
  static func message(_ option: String, _ words: [String], or further: String? = nil) -> String {
    let all = words + (further.map { [$0] } ?? [])
    guard let last = all.last, all.count > 1 else { return "\(option) takes \(all.joined())" }
    return "\(option) takes \(all.dropLast().joined(separator: ", ")) or \(last)"
  }
}
