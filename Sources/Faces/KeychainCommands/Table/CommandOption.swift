// SPDX-License-Identifier: Apache-2.0

/// The description of an option of a command, or of several options with a common explanation.
///
/// The reader of options, the help, the man page and the completions of shells are made from the
/// description. An operand that needs an explanation also has a description of this type, with a
/// name without hyphen.
package struct CommandOption: Sendable {
  /// An option or operand in a description, with the noun for its value.
  package struct Spelling: Sendable {
    /// The option as the user types it, such as `-k` or `--owner`, or the name of an operand.
    package let name: String
    /// The noun for the value that follows the option, such as "file"; nil if the option takes no
    /// value.
    package let value: String?

    package var isOption: Bool { name.hasPrefix("-") }
    /// True for a long option such as `--owner`; false for `-k` and for an operand.
    package var isLong: Bool { name.hasPrefix("--") }
    /// The option and the noun for its value, as the help and the usage show them: `-k file`.
    package var label: String { value.map { "\(name) \($0)" } ?? name }
  }

  /// The values that a shell offers when the user completes an option or operand.
  package enum Values: Sendable {
    case any
    case words([String])
    case files
    case directories
  }

  /// The positions on the command line at which the value of an option may be left out.
  package enum Absence: Sendable {
    case never
    /// The value may be left out if the option is the last argument.
    case last
    /// The value may be left out if the option is the last argument, or if another option follows.
    case anywhere
  }

  /// The options that this description explains, separated by a comma and a blank: `-A, -T
  /// program`.
  private let names: String
  /// The explanation of the options, without a capital letter at the start and a full stop at the
  /// end.
  package let text: String
  /// The short explanation; nil if the short explanation is the beginning of `text`.
  private let ownBrief: String?
  package let values: Values
  let absence: Absence
  /// True if the value of this option letter is a secret, which `security -v` must not print.
  let isSecret: Bool
  /// True if `security -v` may print the value of this long option.
  ///
  /// The values of all other long options are hidden.
  let isShown: Bool
  /// True if the option may be given several times.
  package let repeats: Bool

  init(
    _ names: String, _ text: String, brief: String? = nil, _ values: Values = .any,
    absence: Absence = .never, isSecret: Bool = false, isShown: Bool = false,
    repeats: Bool = false
  ) {
    self.names = names
    self.text = text
    ownBrief = brief
    self.values = values
    self.absence = absence
    self.isSecret = isSecret
    self.isShown = isShown
    self.repeats = repeats
  }

  /// The short explanation that a shell shows beside the option in a list of completions.
  package var brief: String { ownBrief ?? String(text.prefix { !";:.".contains($0) }) }

  /// The options that this description explains, each with the noun for its value.
  package var spellings: [Spelling] {
    var spellings: [Spelling] = []
    visitNames { name, value in
      spellings.append(
        Spelling(
          name: String(decoding: name, as: UTF8.self),
          value: value.isEmpty ? nil : String(decoding: value, as: UTF8.self)))
    }
    return spellings
  }

  /// Calls `visit` for each option, with the bytes of its name and of the noun for its value.
  ///
  /// The noun is empty if the option takes no value. This function runs each time a command reads
  /// its options. To be fast, it reads the names as bytes and not as characters.
  fileprivate func visitNames(_ visit: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void) {
    let bytes = Array(names.utf8)
    let (blank, comma) = (UInt8(ascii: " "), UInt8(ascii: ","))
    var place = 0
    while place < bytes.count {
      let start = place
      while place < bytes.count, bytes[place] != comma, bytes[place] != blank { place += 1 }
      let end = place
      // A comma within a value has no blank after it.
      while place < bytes.count,
        bytes[place] != comma || place + 1 < bytes.count && bytes[place + 1] != blank
      { place += 1 }
      visit(bytes[start..<end], end < place ? bytes[(end + 1)..<place] : [])
      // The comma, and the blank after it.
      place += 2
    }
  }

  /// The lines of the help about the options: four blanks, the options, two blanks, the
  /// explanation.
  var help: String {
    HelpLines.filled(text, after: "    \(names) ", indent: 8)
  }
}

/// A grammar of option letters and long options, created from the descriptions of a command's
/// options.
extension OptionReader.Grammar {
  init(_ options: [CommandOption], hiddenLetters: String, isMixed: Bool) {
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    var letters = Array(hiddenLetters.utf8)
    var absent: (last: Set<Character>, anywhere: Set<Character>) = ([], [])
    var withValue: Set<String> = []
    var flags: Set<String> = []
    for option in options {
      option.visitNames { name, value in
        guard name.count > 1, name.first == hyphen else { return }
        let letter = name[name.startIndex + 1]
        if letter == hyphen {
          let name = String(decoding: name.dropFirst(2), as: UTF8.self)
          if value.isEmpty { flags.insert(name) } else { withValue.insert(name) }
          return
        }
        letters.append(letter)
        if !value.isEmpty { letters.append(colon) }
        switch option.absence {
        case .never: break
        case .last: absent.last.insert(Character(Unicode.Scalar(letter)))
        case .anywhere: absent.anywhere.insert(Character(Unicode.Scalar(letter)))
        }
      }
    }
    if !letters.contains(UInt8(ascii: "h")) { letters.append(UInt8(ascii: "h")) }
    self.init(
      letters: String(decoding: letters, as: UTF8.self), optionalLast: absent.last,
      optionalAnywhere: absent.anywhere, longWithValue: withValue, longFlags: flags,
      isMixed: isMixed)
  }
}
