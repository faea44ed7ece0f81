// SPDX-License-Identifier: Apache-2.0

/// A single run of a command: the command, its arguments, the terminal and the store.
package struct Invocation {
  let command: Command
  /// The arguments of the command, without the command's name.
  package let arguments: [[UInt8]]
  package let terminal: Terminal
  package let store: StoreAccess

  /// Reads the options and operands of the command, and checks the number of operands.
  ///
  /// The option `-h` prints the usage on standard error with status 2, as on macOS. The option
  /// `--help` prints the usage on standard output with status 0. A command whose usage is longer
  /// than a screen accepts `--help` anywhere among its arguments.
  ///
  /// - Throws: `Stop` if the arguments are wrong, or if the user asked for the usage.
  package func options() throws(Stop) -> OptionReader {
    if command.isLong, arguments.contains(OptionReader.help) {
      throw answerWithUsage()
    }
    let grammar = command.grammar
    let reader: OptionReader
    do {
      reader = try OptionReader(arguments, grammar: grammar)
    } catch {
      throw .usage(message: error.message)
    }
    if reader.asksForHelp { throw answerWithUsage() }
    // Only `-h` without a value asks for the usage. In the command `cms`, `-h` takes a value.
    if reader.options.contains(OptionReader.Option(name: .letter("h"), value: nil)) {
      throw .usage()
    }
    try requireOperands(of: reader)
    return reader
  }

  private func answerWithUsage() -> Stop {
    terminal.output(command.usage)
    return .status(0)
  }

  /// Throws `Stop.usage` if the command line has too few or too many operands.
  ///
  /// The message names a surplus operand only by its position: it may be a password in the wrong
  /// place.
  private func requireOperands(of reader: OptionReader) throws(Stop) {
    let taken = command.operands
    if reader.operands.count < taken.least { throw command.missingOperand }
    guard reader.operands.count > taken.most else { return }
    let place = reader.operandPlaces[taken.most]
    let number = taken.most == 0 ? "no operands" : "one \(taken.word)"
    let isOption = reader.operands[taken.most].first == UInt8(ascii: "-")
    throw .usage(
      message: "argument \(place) is too many: \(command.name) takes \(number)"
        + (isOption ? ", and options come before it" : ""))
  }
}
