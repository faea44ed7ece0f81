// SPDX-License-Identifier: Apache-2.0

import SecureMemory

/// Where the secret of a new item comes from (spec/security-cli.md 4.1).
enum SecretSource {
  /// Apple asks this often.
  private static let tries = 3

  /// The secret that the options name, the last one of several; nil where they name none.
  static func read(_ options: OptionReader, legacy: Character?, on terminal: Terminal)
    throws(Stop) -> SecretBytes?
  {
    let source = options.options.last { option in
      switch option.name {
      case .letter("w"), .letter("X"), .long("password-fd"): true
      case .letter(let letter): letter == legacy
      case .long: false
      }
    }
    guard let source else { return nil }
    guard let value = source.value else {
      return try terminal.inputHoldsAnswers ? readInput(on: terminal) : askTwice(on: terminal)
    }
    switch source.name {
    case .letter("X"):
      guard let bytes = HexText.bytes(value) else {
        terminal.error("Unable to convert password data (-X must specify valid hex digits)\n")
        throw .usage()
      }
      return SecretBytes(copying: bytes)
    case .long:
      return try readDescriptor(value, on: terminal)
    case .letter:
      return SecretBytes(copying: value)
    }
  }

  /// Reads the password that is piped in.
  ///
  /// Two lines that differ are refused, like two different answers at a terminal: nobody is there
  /// to try again.
  private static func readInput(on terminal: Terminal) throws(Stop) -> SecretBytes {
    let content: SecretBytes
    do {
      content = try terminal.readInput()
    } catch {
      throw .status(error.tell(on: terminal))
    }
    let lines = InputSecret.lines(of: content)
    // An empty line is a variable that was not set.
    guard let password = lines.first, !lines.allSatisfy({ $0.count == 0 }) else {
      throw .status(QuestionFailure.inputEmpty.tell(on: terminal))
    }
    guard lines.count <= 2 else {
      terminal.complain("standard input has more lines than the password and its repetition")
      terminal.complain(severalLines)
      throw .status(1)
    }
    guard lines.allSatisfy({ $0 == password }) else {
      terminal.error("passwords don't match\n")
      terminal.complain(
        "standard input has two different lines: give the password once, or the same line twice")
      terminal.complain(severalLines)
      throw .status(1)
    }
    guard password.count <= DescriptorSecret.mostBytes else {
      throw .status(QuestionFailure.tooLarge.tell(on: terminal))
    }
    return password
  }

  private static let severalLines = "--password-fd 0 reads a password of several lines"

  private static func askTwice(on terminal: Terminal) throws(Stop) -> SecretBytes {
    do {
      for _ in 0..<tries {
        let first = try terminal.ask("password data for new item: ")
        let second = try terminal.ask("retype password for new item: ")
        if first == second { return first }
        terminal.error("passwords don't match\n")
      }
    } catch {
      throw .status(error.tell(on: terminal))
    }
    throw .status(1)
  }

  private static func readDescriptor(_ value: [UInt8], on terminal: Terminal) throws(Stop)
    -> SecretBytes
  {
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--password-fd takes the number of an open descriptor")
    }
    do {
      return try terminal.readSecret(from: number)
    } catch {
      throw .status(error.tell(on: terminal))
    }
  }
}
