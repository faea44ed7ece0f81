// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Where passcodes and passphrases come from: the terminal, without echo, or a descriptor; never an
/// argument or the environment (spec/security-cli.md 12, spec/access-control.md 3.7).
struct PasscodeSource {
  /// How often a new passcode may be typed in two different ways, or a wrong one be typed.
  static let tries = 3

  let terminal: Terminal
  private let option: String
  /// What it is called: a passcode, or the passphrase of a backup.
  private let word: String
  private let descriptor: [UInt8]?

  /// - Parameter option: the long option that names a descriptor, without hyphens.
  init(
    _ option: String, _ options: OptionReader, on terminal: Terminal,
    called word: String = "passcode"
  ) {
    self.word = word
    self.terminal = terminal
    self.option = option
    descriptor = options.value(.long(option))
  }

  /// Whether somebody types it, who can be asked again.
  var isTyped: Bool { descriptor == nil }

  /// A passcode that is there already.
  func read(_ question: String) throws(Stop) -> Passcode {
    guard let descriptor else { return try passcode(ask(question)) }
    return try passcode(read(descriptor))
  }

  /// A passcode to be, typed twice where it is typed.
  func readNew(_ question: String, again: String) throws(Stop) -> Passcode {
    if let descriptor { return try passcode(read(descriptor)) }
    for _ in 0..<Self.tries {
      let first = try ask(question)
      let second = try ask(again)
      if first == second { return try passcode(first) }
      terminal.error("\(word)s don't match\n")
    }
    throw .status(1)
  }

  private func ask(_ question: String) throws(Stop) -> SecretBytes {
    do {
      return try terminal.ask(question)
    } catch {
      throw .status(error.tell(on: terminal, option: "--\(option)"))
    }
  }

  private func read(_ value: [UInt8]) throws(Stop) -> SecretBytes {
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--\(option) takes the number of an open descriptor")
    }
    do {
      return try terminal.readSecret(from: number)
    } catch {
      throw .status(error.tell(on: terminal, option: "--\(option)"))
    }
  }

  private func passcode(_ typed: SecretBytes) throws(Stop) -> Passcode {
    do {
      return try Passcode(typed)
    } catch {
      terminal.complain("\(error.reason)".replacing("passcode", with: word))
      throw .status(error.code.rawValue)
    }
  }
}
