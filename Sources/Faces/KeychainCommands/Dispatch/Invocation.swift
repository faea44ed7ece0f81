// SPDX-License-Identifier: Apache-2.0

/// One call of a command.
package struct Invocation {
  let command: Command
  /// Without the name.
  package let arguments: [[UInt8]]
  package let terminal: Terminal
  package let store: StoreAccess

  /// The arguments by the command's grammar, with as many operands as it takes.
  ///
  /// `-h` leads to the usage as a mistake does, as on macOS; `--help` to the usage as an answer.
  package func options() throws(Stop) -> OptionReader {
    if command.isLong, arguments.contains(OptionReader.help) {
      throw answerWithUsage()
    }
    let reader: OptionReader
    do {
      reader = try OptionReader(arguments, grammar: command.grammar)
    } catch {
      throw .usage(message: error.message)
    }
    if reader.asksForHelp { throw answerWithUsage() }
    if reader.contains(.letter("h")), command.grammar.letters.contains("h") { throw .usage() }
    try requireOperands(of: reader)
    return reader
  }

  private func answerWithUsage() -> Stop {
    terminal.output(command.usage)
    return .status(0)
  }

  /// Refuses missing and surplus operands.
  ///
  /// The message names a surplus operand by its place alone: it may be a password in the wrong
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
        + (isOption ? ", and options stand before it" : ""))
  }
}
