// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Where passcodes and passphrases come from: the terminal, without echo, or a descriptor; never an
/// argument or the environment (spec/security-cli.md 12, spec/access-control.md 3.7).
///
/// A descriptor is read when the source is made, before anything is done to a store.
struct PasscodeSource {
  /// How often a new passcode may be typed in two different ways, or a wrong one be typed.
  static let tries = 3

  private let invocation: Invocation
  private let option: String
  /// What it is called: a passcode, or the passphrase of a backup.
  private let word: String
  /// What the descriptor held; nil where somebody is asked.
  private let given: SecretBytes?

  /// - Parameter option: the long option that names a descriptor, without hyphens.
  init(
    _ option: String, _ options: OptionReader, of invocation: Invocation,
    called word: String = "passcode"
  ) throws(Stop) {
    self.word = word
    self.invocation = invocation
    self.option = "--\(option)"
    guard let value = options.value(.long(option)) else {
      given = nil
      return
    }
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--\(option) takes the number of an open descriptor")
    }
    do {
      given = Self.withoutReturn(try invocation.terminal.readSecret(from: number))
    } catch {
      throw .status(
        error.tell(on: invocation.terminal, option: "--\(option)", of: invocation.command.name))
    }
  }

  /// Whether somebody types it, who can be asked again.
  var isTyped: Bool { given == nil }

  /// Whose wrong tries are counted: the owner's, or those of this program, which cannot tell who
  /// has handed it the descriptor (spec/access-control.md 4.3, *two doors*).
  var door: PasscodeDoor { isTyped ? .prompt : .data(SecurityCommand.caller.identifier) }

  /// A passcode that is there already.
  func read(_ question: String) throws(Stop) -> Passcode {
    if let given { return try passcode(given) }
    return try passcode(ask(question))
  }

  /// A passcode to be, typed twice where it is typed.
  func readNew(_ question: String, again: String) throws(Stop) -> Passcode {
    if let given { return try newPasscode(given) }
    for _ in 0..<Self.tries {
      let first = try ask(question)
      let second = try ask(again)
      if first == second { return try newPasscode(first) }
      invocation.terminal.error("\(word)s don't match\n")
    }
    throw .status(1)
  }

  /// Without the carriage return of a line that another system has ended; the newline is gone.
  private static func withoutReturn(_ line: SecretBytes) -> SecretBytes {
    let hasReturn = !line.isEmpty && line.withBytes { $0[line.count - 1] == 0x0D }
    return hasReturn ? line.slice(0..<line.count - 1) : line
  }

  private func ask(_ question: String) throws(Stop) -> SecretBytes {
    do {
      return try invocation.terminal.ask(question)
    } catch {
      throw .status(
        error.tell(on: invocation.terminal, option: option, of: invocation.command.name))
    }
  }

  private func newPasscode(_ typed: SecretBytes) throws(Stop) -> Passcode {
    let passcode = try passcode(typed)
    guard !passcode.hasControlCharacter else {
      throw refusal(
        .parameter("the passcode has a control character, which nobody could type"))
    }
    return passcode
  }

  private func passcode(_ typed: SecretBytes) throws(Stop) -> Passcode {
    do {
      return try Passcode(typed)
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: KeychainError) -> Stop {
    let terminal = invocation.terminal
    let reason = "\(error.reason)".replacing("passcode", with: word)
    terminal.complain("\(invocation.command.name): \(StatusText.message(error.code.rawValue))")
    terminal.complain(isTyped ? reason : "\(option): \(reason)")
    return .status(error.code.rawValue)
  }
}
