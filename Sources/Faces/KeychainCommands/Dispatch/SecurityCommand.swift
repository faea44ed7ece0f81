// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
package import KeychainTypes
import SecureMemory

/// The `security` command: runs a command line and returns its exit status
/// (Specification/security-cli.md, "Global behaviour of security").
package struct SecurityCommand {
  private let terminal: Terminal
  private let store: StoreAccess
  private var isVerbose = false

  /// Creates the command with the terminal and the store that it is to use.
  ///
  /// The store is opened only if the command that runs needs it.
  package init(device: any TerminalDevice, store: StoreAccess) {
    let terminal = Terminal(device: device)
    // The report of a call follows the output that was printed before the call.
    store.beforeFollowing = { terminal.flush() }
    self.terminal = terminal
    self.store = store
  }

  /// The program on whose behalf all commands call the store: `security` itself.
  ///
  /// New items belong to the access group of `security`. As the tool of the store's owner,
  /// `security` can also see and change the items of all other groups (Specification/design.md,
  /// "Embedded or daemon").
  package static let caller = EmbeddedIdentity.tool

  /// Runs the command whose name is the first argument after the global options.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  /// - Returns: The exit status, which is the low byte of the last command's status.
  package mutating func run(_ arguments: [[UInt8]]) -> UInt8 {
    let status = dispatch(arguments)
    guard terminal.hasArrived else {
      terminal.complain("standard output: not everything could be written")
      return 1
    }
    return UInt8(truncatingIfNeeded: status)
  }

  private static let grammar = OptionReader.Grammar(
    CommandTable.generalOptions, hiddenLetters: "R", isMixed: false)

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

  /// The words with which a user can end the interactive mode.
  ///
  /// The end of standard input ends this mode too. Apple's `security` does not have these words.
  private static let endings: [[UInt8]] = [Array("quit".utf8), Array("exit".utf8)]

  /// Runs the commands on standard input, and returns the status of the last command.
  ///
  /// The end of standard input, or a word such as `quit`, ends the interactive mode.
  private func interact(prompt: String) -> Int32 {
    terminal.readsCommandsFromInput = true
    var status: Int32 = 0
    var number = 0
    while let line = terminal.nextLine(prompt: prompt) {
      number += 1
      // Secrets of this line may be left on the stack, where the next line would find them.
      defer { Residue.wipe() }
      let words: [[UInt8]]
      do {
        words = try LineSplitter.split(line)
      } catch {
        terminal.complain("a quote in this line is not closed, so the line was not run")
        status = 1
        continue
      }
      guard let name = words.first else { continue }
      if words.count == 1, Self.endings.contains(name) { break }
      var shown = String(decoding: name, as: UTF8.self)
      if CommandTable.first(matching: shown) == nil {
        // An unknown word may be a password that belonged to the line before, so it is not shown.
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
      terminal.complain(
        "unknown command \"\(VisibleText.of(name))\"" + CommandTable.suggestion(for: name))
      return 1
    }
    let arguments = Array(words.dropFirst())
    if isVerbose { repeatArguments(arguments, of: command) }
    // Every command takes `--help`, even one that reads no options or is not available.
    if arguments.first == OptionReader.help {
      terminal.output(command.usage)
      return 0
    }
    switch command.availability {
    case .macOSOnly:
      terminal.complain("\(command.name) is not available: it is about a part of macOS")
      return 1
    case .ready(let verb): return run(verb, command, arguments)
    }
  }

  private func run(_ verb: CommandVerb, _ command: Command, _ arguments: [[UInt8]]) -> Int32 {
    terminal.isVerbose = isVerbose
    store.recordsCalls = false
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
      // The message explains the mistake already, so a long usage is only named.
      if command.isLong, message != nil {
        terminal.error("see: security help \(command.name)\n")
      } else {
        terminal.error(command.usage)
      }
      return 2
    }
  }

  /// Prints, for the option `-v`, the full name of a command and each argument in quotes.
  ///
  /// Arguments that may be secrets are printed as `***`.
  private func repeatArguments(_ arguments: [[UInt8]], of command: Command) {
    let secrets = SecretArguments(of: command)
    var line = command.name
    for argument in secrets.hidden(arguments) {
      line += " \"\(VisibleText.of(String(decoding: argument, as: UTF8.self)))\""
    }
    terminal.error(line + "\n")
  }
}
