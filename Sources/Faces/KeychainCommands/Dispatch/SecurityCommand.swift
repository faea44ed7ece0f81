// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
package import KeychainTypes
import SecureMemory

/// The `security` command: from arguments to an exit status (spec/security-cli.md 1).
package struct SecurityCommand {
  private let terminal: Terminal
  private let store: StoreAccess
  private var isVerbose = false

  /// A command on a device, with the store that its verbs open when they need it.
  package init(device: any TerminalDevice, store: StoreAccess) {
    let terminal = Terminal(device: device)
    // What is told of a call comes after what was printed before it.
    store.beforeFollowing = { terminal.flush() }
    self.terminal = terminal
    self.store = store
  }

  /// Who `security` is: its own group is where it adds, and as the owner at his own file it sees
  /// and changes every other (DESIGN section 5).
  package static let caller = EmbeddedIdentity.tool

  /// Runs what the arguments, without the program's name, ask for.
  ///
  /// - Returns: the exit status: the low byte of the last command's status.
  package mutating func run(_ arguments: [[UInt8]]) -> UInt8 {
    let status = dispatch(arguments)
    guard terminal.hasArrived else {
      terminal.complain("standard output: not everything could be written")
      return 1
    }
    return UInt8(truncatingIfNeeded: status)
  }

  private static let grammar = OptionReader.Grammar(letters: "hilp:qvR")

  private mutating func dispatch(_ arguments: [[UInt8]]) -> Int32 {
    let options: OptionReader
    do {
      options = try OptionReader(arguments, grammar: Self.grammar)
    } catch {
      terminal.complain(error.message)
      return showUsage()
    }
    terminal.isQuiet = options.contains(.letter("q"))
    isVerbose = options.contains(.letter("v"))
    if options.contains(.letter("h")) || options.asksForHelp {
      return execute([Array("help".utf8)] + options.operands)
    }
    if !options.operands.isEmpty { return execute(options.operands) }
    let prompt = options.value(.letter("p"))
    guard options.contains(.letter("i")) || prompt != nil else { return showUsage() }
    return interact(prompt: prompt.map { String(decoding: $0, as: UTF8.self) } ?? "security> ")
  }

  private func showUsage() -> Int32 {
    terminal.output(HelpCommand.globalUsage)
    terminal.output(HelpCommand.list)
    return 2
  }

  /// Words that end the interactive mode as the end of input does; they are ours.
  private static let endings: [[UInt8]] = [Array("quit".utf8), Array("exit".utf8)]

  /// Commands from standard input until its end; the last one's status counts.
  private func interact(prompt: String) -> Int32 {
    terminal.readsCommandsFromInput = true
    var status: Int32 = 0
    var number = 0
    while let line = terminal.nextLine(prompt: prompt) {
      number += 1
      // What the line has left on the stack, where the next one would find it.
      defer { Residue.wipe() }
      let words: [[UInt8]]
      do {
        words = try LineSplitter.split(line)
      } catch {
        terminal.complain("a quote has no partner in this line, so nothing of it was run")
        status = 1
        continue
      }
      guard let name = words.first else { continue }
      if words.count == 1, Self.endings.contains(name) { break }
      var shown = String(decoding: name, as: UTF8.self)
      if CommandTable.first(matching: shown) == nil {
        // A word that is no command may be a password that belonged to the line before.
        let meant = CommandTable.suggestion(for: shown)
        shown = "line \(number)"
        terminal.complain("unknown command in \(shown)\(meant)")
        status = 1
      } else {
        status = execute(words)
      }
      if status == -1 { break }
      if status != 0, !terminal.isQuiet {
        terminal.error("\(VisibleText.of(shown)): returned \(status)\n")
      }
    }
    return status
  }

  private func execute(_ words: [[UInt8]]) -> Int32 {
    let name = String(decoding: words[0], as: UTF8.self)
    guard let command = CommandTable.first(matching: name) else {
      terminal.complain("unknown command" + CommandTable.suggestion(for: name))
      return 1
    }
    let arguments = Array(words.dropFirst())
    if isVerbose { repeatArguments(arguments, of: command) }
    // Also of commands that read no options, and of those that are not there.
    if arguments.first == OptionReader.help {
      terminal.output(command.usage)
      return 0
    }
    switch command.availability {
    case .planned:
      terminal.complain("\(command.name) is not available yet in this version of Latchkey")
      if let substitute = command.substitute {
        terminal.complain("for the store there is \(substitute)")
      }
      return 1
    case .macOSOnly:
      terminal.complain("\(command.name) is not available: it is about a part of macOS")
      return 1
    case .ready(let verb): return run(verb, command, arguments)
    }
  }

  private func run(_ verb: CommandVerb, _ command: Command, _ arguments: [[UInt8]]) -> Int32 {
    terminal.isVerbose = isVerbose
    if arguments.isEmpty, command.operands.least > 0 {
      return status(of: command.missingOperand, in: command)
    }
    do {
      return try verb(
        Invocation(command: command, arguments: arguments, terminal: terminal, store: store))
    } catch {
      return status(of: error, in: command)
    }
  }

  private func status(of stop: Stop, in command: Command) -> Int32 {
    switch stop {
    case .status(let status): return status
    case .usage(let message):
      if let message { terminal.complain(message) }
      // The sentence says what was wrong.
      if command.isLong, message != nil {
        terminal.error("see: security help \(command.name)\n")
      } else {
        terminal.error(command.usage)
      }
      return 2
    }
  }

  /// `-v`: the full name and each argument in quotes, secrets left out.
  private func repeatArguments(_ arguments: [[UInt8]], of command: Command) {
    let secrets = SecretArguments(of: command)
    var line = command.name
    for argument in secrets.hidden(arguments) {
      line += " \"\(VisibleText.of(String(decoding: argument, as: UTF8.self)))\""
    }
    terminal.error(line + "\n")
  }
}
