// SPDX-License-Identifier: Apache-2.0

/// The options of a command line, read as BSD's getopt reads them (Specification/security-cli.md,
/// "Global behaviour of security").
///
/// Options come before operands. The first argument that is not an option ends the options, and so
/// does `--`. Letters may be joined (`-lut 300`), and a value may directly follow its letter
/// (`-sName`). Latchkey's own options have long names (`--password-fd N` or `--password-fd=N`).
package struct OptionReader {
  /// The name of an option, without hyphens.
  package enum Name: Hashable, Sendable {
    case letter(Character)
    case long(String)
  }

  /// One option of the command line, with its value.
  package struct Option: Equatable {
    package let name: Name
    /// The value of the option.
    ///
    /// Nil if the option takes no value, or if an optional value was left out.
    package let value: [UInt8]?

    package init(name: Name, value: [UInt8]?) {
      self.name = name
      self.value = value
    }
  }

  /// The options that a command accepts.
  package struct Grammar: Sendable {
    /// The option letters in getopt's form: a colon follows each letter that takes a value.
    package var letters: String
    /// The option letters whose value may be left out if the option is the last argument.
    ///
    /// `letters` contains these letters too.
    package var optionalLast: Set<Character> = []
    /// The option letters whose value may be left out at the end of the command line or before
    /// another option.
    ///
    /// `optionalLast` contains these letters too.
    package var optionalAnywhere: Set<Character> = []
    /// The names of long options that take a value, without hyphens.
    package var longWithValue: Set<String> = []
    /// The names of long options that take no value, without hyphens.
    package var longFlags: Set<String> = []
    /// True if options may follow operands, as in the commands that only Latchkey has.
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

  /// A mistake of the user in the options of a command, with the message about it.
  ///
  /// The message has getopt's words. After the message, the command prints its usage.
  package struct Misuse: Error, Equatable {
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  /// The option `--help`, which every command accepts and which prints the command's usage.
  static let help = Array("--help".utf8)

  /// The options in the order in which they were given.
  package private(set) var options: [Option] = []
  package private(set) var operands: [[UInt8]] = []
  /// The positions of the operands among the arguments, counted from 1.
  private(set) var operandPlaces: [Int] = []
  /// True if the user gave `--help` at a position where an option may stand.
  ///
  /// False if `--help` came after `--`. Also false if it came after an operand, unless options may
  /// follow operands (`isMixed`). All arguments after `--help` are operands.
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

  /// Returns the value of an option; if the option was given several times, the last value.
  ///
  /// Nil if the option was not given, or was given without a value.
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

  /// Returns the option letters of a getopt grammar, such as `ab:`, each with true if the option
  /// takes a value.
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

/// Messages about an option that the command does not accept.
///
/// The argument may be a password in the wrong place (Specification/security-cli.md, "Complaints
/// found"), so most messages give only its position. If the argument is a short group of option
/// letters, such as `-abc`, the message names the unknown letter. A short group has at most three
/// letters.
extension OptionReader.Misuse {
  /// The largest length of a group of option letters, such as `-abc`, for which a message names the
  /// unknown letter.
  ///
  /// For a longer group, the message gives only the position of the argument.
  private static let mostLetters = 3

  /// Creates the message about an unknown letter in a group of option letters such as `-abc`.
  ///
  /// - Parameters:
  ///   - place: The position of the group among the arguments, counted from 1.
  ///   - grammar: The options of the command. If the unknown letter is like one of these options,
  ///     the message suggests that option.
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

  /// Creates the message about an unknown long option such as `--abc`.
  ///
  /// - Parameters:
  ///   - place: The position of the option among the arguments, counted from 1.
  ///   - grammar: The options of the command. If the unknown option is like one of these options,
  ///     the message suggests that option.
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

  /// Returns a letter in the other case: the capital of a small letter, or the small form of a
  /// capital.
  private static func otherCase(_ letter: Character) -> Character? {
    (letter.isUppercase ? letter.lowercased() : letter.uppercased()).first
  }
}

/// Messages about a wrong value of an option, which list the values that the option accepts.
enum WordList {
  /// Returns a sentence that names an option and lists the values that the option accepts.
  ///
  /// The sentence does not repeat the wrong value of the user: it may be a password in the wrong
  /// place.
  ///
  /// - Parameter further: A description of further accepted values; nil if only the words are
  ///   accepted.
  static func message(_ option: String, _ words: [String], or further: String? = nil) -> String {
    let all = words + (further.map { [$0] } ?? [])
    guard let last = all.last, all.count > 1 else { return "\(option) takes \(all.joined())" }
    return "\(option) takes \(all.dropLast().joined(separator: ", ")) or \(last)"
  }
}
