// SPDX-License-Identifier: Apache-2.0

/// `help`, and the lists that it prints.
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
      terminal.complain("help: no such command" + CommandTable.suggestion(for: name))
      return 1
    }
    terminal.output(command.usage)
    return 0
  }

  static let globalUsage = """
    Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [opt ...]
        -h    Show this list, or what one command takes. --help does the same.
        -i    Read commands from standard input, one a line.
        -l    Accepted; there is no leak search.
        -p    Set the prompt of -i, and turn it on.
        -q    Leave out the byte count of export, and the status lines of -i.
        -v    Show each command with its arguments before it runs, without secrets.

    """

  /// The commands that are there, ours apart: four blanks in, names padded to 36.
  ///
  /// Scripts look for a name in it before they use the command, so no other name stands here.
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
