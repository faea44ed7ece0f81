// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The command `help`, which lists all commands or explains a single command, and the texts that it
/// prints.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let first = invocation.arguments.first else {
      terminal.output(globalUsage)
      terminal.output(list)
      return 0
    }
    let name = String(decoding: first, as: UTF8.self)
    guard let command = CommandTable.first(matching: name) else {
      terminal.complain(
        "help: no such command: \(VisibleText.of(name))" + CommandTable.suggestion(for: name))
      return 1
    }
    terminal.output(command.usage)
    return 0
  }

  static let globalUsage =
    "Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [opt ...]\n"
    + CommandTable.generalOptions.map { $0.help + "\n" }.joined() + "\n"

  /// The text that lists the commands of this version: first Apple's commands, then Latchkey's
  /// commands.
  ///
  /// A line begins with four blanks, and the name is padded to 36 columns. Scripts look for a name
  /// in this list before they use the command. A command that is not available must therefore not
  /// be listed.
  static let list =
    "security commands are:\n" + lines(of: CommandTable.apples)
    + "\ncommands of Latchkey, which macOS does not have:\n" + lines(of: CommandTable.ours)

  private static func lines(of commands: [Command]) -> String {
    commands.filter(\.isThere).map { command in
      let padding = String(repeating: " ", count: max(0, 36 - command.name.utf8.count))
      return HelpLines.filled(command.summary, after: "    \(command.name)\(padding)", indent: 41)
        + "\n"
    }.joined()
  }
}
