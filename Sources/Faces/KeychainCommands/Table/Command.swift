// SPDX-License-Identifier: Apache-2.0

/// The function that runs a command of `security` and returns its status.
///
/// The low byte of the status is the exit status of the process.
package typealias CommandVerb = @Sendable (Invocation) throws(Stop) -> Int32

/// The description of a command of `security`, which is a row of the table of commands.
///
/// The reader of options, the usage, the help, the man page and the completions of shells are made
/// from this row (`Scripts/commands.sh` writes the files).
package struct Command: Sendable {
  /// The availability of a command: available with its function, or only on macOS.
  enum Availability: Sendable {
    case ready(CommandVerb)
    /// The command is about a part of macOS that Linux does not have.
    case macOSOnly
  }

  /// The number and kind of the operands that a command accepts after its options.
  package struct Operands: Sendable {
    /// The noun for an operand in messages, such as "file".
    package let word: String
    let least: Int
    /// The largest number of operands; `Int.max` if any number is accepted.
    let most: Int
    /// The values that a shell offers when the user completes an operand.
    package var values = CommandOption.Values.any
    /// True if a shell offers the values only for the first operand.
    package var isFirstOnly = false

    static let none = Operands(word: "operand", least: 0, most: 0)
    static let keychain = Operands(word: "keychain", least: 0, most: 1)
    static let keychains = Operands(word: "keychain", least: 0, most: .max)
    static let file = Operands(word: "file", least: 1, most: 1, values: .files)
    static let files = Operands(word: "file", least: 1, most: .max, values: .files)
    /// Any number of operands, because the command itself checks them.
    static let any = Operands(word: "operand", least: 0, most: .max)
  }

  package let name: String
  /// The text that follows the name of the command in the line `Usage:`.
  package let synopsis: String
  /// A short description for the list of `help`, and for the completions of shells.
  package let summary: String
  package var operands = Operands.none
  /// True if options may follow operands, as in the commands that only Latchkey has.
  var isMixed = false
  /// The option letters that the command accepts but its help does not list, in getopt's form.
  ///
  /// In getopt's form, a colon follows each letter that takes a value.
  var hiddenLetters = ""
  /// The letters of `hiddenLetters` whose values are secrets.
  var hiddenSecrets = ""
  /// Returns the descriptions of the options that the command accepts.
  ///
  /// The descriptions are created only when they are needed, so that the program starts faster.
  package var options: @Sendable () -> [CommandOption] = { [] }
  /// Further paragraphs for the help and the man page; an empty line separates two paragraphs.
  package var notes = ""
  /// Further paragraphs only for the man page, with code in backquotes.
  package var manual = ""
  let availability: Availability
  /// True if the usage of the command is longer than a screen.
  ///
  /// If the user makes a mistake, the command then prints only how to show the usage.
  var isLong = false

  /// The grammar of the command's options, with which the reader of options reads a command line.
  package var grammar: OptionReader.Grammar {
    OptionReader.Grammar(options(), hiddenLetters: hiddenLetters, isMixed: isMixed)
  }

  /// The text that `help` prints: usage line, options, notes, and a description of the command
  /// (Specification/security-cli.md, "Global behaviour of security").
  var usage: String {
    var lines = [HelpLines.filled(synopsis, after: "Usage: \(name)", indent: 8)]
    lines += options().map(\.help)
    if !notes.isEmpty { lines += ["", HelpLines.wrapped(notes)] }
    return lines.joined(separator: "\n") + "\n        \(note ?? summary)\n"
  }

  /// The error for a command line without a required operand: a message that names the operand.
  var missingOperand: Stop { .usage(message: "the \(operands.word) is missing") }

  /// True if the command is available in this version.
  package var isThere: Bool { note == nil }

  private var note: String? {
    switch availability {
    case .ready: nil
    case .macOSOnly: "not available: macOS only"
    }
  }
}

/// The reason why a command stops before its end.
package enum Stop: Error, Equatable {
  /// The arguments are wrong.
  ///
  /// The program prints the message and the usage, and its exit status is 2.
  case usage(message: String? = nil)
  /// The command has already printed all messages, and ends with this status.
  case status(Int32)
}
