// SPDX-License-Identifier: Apache-2.0

/// What a command does: answers a status, of which the process exits with the low byte.
package typealias CommandVerb = @Sendable (Invocation) throws(Stop) -> Int32

/// One row of the command table.
struct Command: Sendable {
  /// Whether a command can be used, and by what.
  enum Availability: Sendable {
    case ready(Verb)
    /// Comes with a later part of the project.
    case planned
    /// About something that only macOS has.
    case macOSOnly
  }

  typealias Verb = CommandVerb

  /// How many operands a command takes.
  struct Operands: Sendable {
    /// What one of them is called.
    let word: String
    let least: Int
    /// `Int.max` where there is no limit.
    let most: Int

    static let none = Operands(word: "operand", least: 0, most: 0)
    static let keychain = Operands(word: "keychain", least: 0, most: 1)
    static let keychains = Operands(word: "keychain", least: 0, most: .max)
    static let file = Operands(word: "file", least: 1, most: 1)
    static let files = Operands(word: "file", least: 1, most: .max)
    /// Any operands, which the command checks itself.
    static let any = Operands(word: "operand", least: 0, most: .max)
  }

  let name: String
  /// What stands behind the name in `Usage:`; further lines explain the options.
  let arguments: String
  /// One line for the list of `help`.
  let summary: String
  var grammar = OptionReader.Grammar(letters: "h")
  var operands = Operands.none
  /// The letters of the options whose values are secrets, which `-v` does not repeat.
  ///
  /// Text, as a set would have the run-time library look through all conformances of the program.
  var secretOptions = ""
  let availability: Availability
  /// Whether the usage is longer than a screen: after a mistake it is named, and not shown.
  var isLong = false
  /// What does the like to the store, for a command that is not there yet.
  var substitute: String?

  /// The usage line, the options, and the line that says what it is for (spec/security-cli.md 1).
  var usage: String {
    let parts = arguments.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let line = HelpLines.filled(String(parts[0]), after: "Usage: \(name)", indent: 8)
    let options = parts.count > 1 ? "\n\(parts[1])" : ""
    return "\(line)\(options)\n        \(note ?? summary)\n"
  }

  /// The error for a command line that lacks its operand.
  var missingOperand: Stop { .usage(message: "the \(operands.word) is missing") }

  /// Whether this version of the program has the command.
  var isThere: Bool { note == nil }

  private var note: String? {
    switch availability {
    case .ready: nil
    case .planned: "not available yet"
    case .macOSOnly: "not available: macOS only"
    }
  }
}

/// Why a verb went no further.
package enum Stop: Error, Equatable {
  /// The arguments make no sense: usage, and status 2. With a message of getopt's, that first.
  case usage(message: String? = nil)
  /// Everything has been said; this is the status.
  case status(Int32)
}
