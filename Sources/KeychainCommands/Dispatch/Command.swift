// SPDX-License-Identifier: Apache-2.0

/// What a command does: answers a status, of which the process exits with the low byte.
package typealias CommandVerb = @Sendable (Invocation) throws(Stop) -> Int32

/// One row of the command table.
struct Command: Sendable {
  /// Whether a command can be used, and by what.
  enum Availability: Sendable {
    case ready(Verb)
    /// The program brings what it does: it needs more than commands know.
    case brought
    /// Comes with a later part of the project.
    case planned
    /// About something that only macOS has.
    case macOSOnly
  }

  typealias Verb = CommandVerb

  let name: String
  /// What stands behind the name in `Usage:`; further lines explain the options.
  let arguments: String
  /// One line for the list of `help`.
  let summary: String
  var grammar = OptionReader.Grammar(letters: "h")
  /// The options whose values are secrets, which `-v` does not repeat.
  var secretOptions: Set<Character> = []
  let availability: Availability
  /// What does the like to the store, for a command that is not there yet.
  var substitute: String?

  /// The two usage lines (spec/security-cli.md 1).
  var usage: String {
    "Usage: \(name)\(arguments.isEmpty ? "" : " ")\(arguments)\n        \(note ?? summary)\n"
  }

  /// What the list of `help` says.
  var listed: String {
    guard let note else { return summary }
    return "\(summary) (\(note))"
  }

  private var note: String? {
    switch availability {
    case .ready, .brought: nil
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

/// One call of a command.
package struct Invocation {
  let command: Command
  /// Without the name.
  package let arguments: [[UInt8]]
  package let terminal: Terminal
  package let store: StoreAccess

  /// The arguments by the command's grammar; `-h` leads to the usage, as everywhere.
  package func options() throws(Stop) -> OptionReader {
    if case .brought = command.availability, arguments.contains(Array("--help".utf8)) {
      terminal.output(command.usage)
      throw .status(0)
    }
    let reader: OptionReader
    do {
      reader = try OptionReader(arguments, grammar: command.grammar)
    } catch {
      throw .usage(message: error.message)
    }
    if reader.contains(.letter("h")), command.grammar.letters.contains("h") { throw .usage() }
    return reader
  }
}
