// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The source from which a command reads a passcode or passphrase (Specification/security-cli.md,
/// "Commands of our own", Specification/access-control.md, "Whom to ask; headless").
///
/// The source is the user at the terminal, without echo, or a file descriptor that an option names.
/// A passcode is never read from an argument or an environment variable. A file descriptor is read
/// when the source is created, before the command opens the store.
struct PasscodeSource {
  /// The number of times that the user may enter a passcode.
  ///
  /// The user is asked again after a wrong passcode, or if the two entries of a new passcode
  /// differ.
  static let tries = 3

  private let invocation: Invocation
  private let option: String
  /// The noun for the secret in messages: "passcode" for the store, "passphrase" for a backup.
  private let word: String
  /// The passcode that was read from a file descriptor; nil if the user must be asked.
  private let given: SecretBytes?

  /// Creates the source, and reads the passcode if an option names a file descriptor.
  ///
  /// If the option is not given, the source is the user at the terminal.
  ///
  /// - Parameters:
  ///   - option: The long option that names a file descriptor, without hyphens.
  ///   - word: The noun for the secret in messages.
  /// - Throws: `Stop` if the value of the option is not a number, or if the file descriptor cannot
  ///   be read.
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

  /// True if the user must type the passcode, because no option names a file descriptor.
  ///
  /// Only then can the user be asked again after a wrong passcode.
  var isTyped: Bool { given == nil }

  /// The counter of wrong passcodes to which a wrong passcode from this source is added.
  ///
  /// The store has a counter for passcodes that the user types, and a counter for each program. A
  /// passcode from a file descriptor belongs to the counter of `security`, because `security` does
  /// not know where the passcode comes from (Specification/access-control.md, "Throttling", *two
  /// doors*).
  var door: PasscodeDoor { isTyped ? .prompt : .data(SecurityCommand.caller.identifier) }

  /// Reads the existing passcode of the store, or the existing passphrase of a backup.
  ///
  /// If no option names a file descriptor with the passcode, the user is asked `question`.
  func read(_ question: String) throws(Stop) -> Passcode {
    if let given { return try passcode(given) }
    return try passcode(ask(question))
  }

  /// Returns a new passcode for the store or backup.
  ///
  /// If no option names a file descriptor with the passcode, the user must type the passcode twice.
  ///
  /// - Parameters:
  ///   - question: The question for the first entry.
  ///   - again: The question for the second entry.
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

  /// Returns a line without a carriage return at its end.
  ///
  /// Files from Windows have a carriage return before the newline. The newline itself must already
  /// be removed from the line.
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
        .parameter("the passcode has a control character, which cannot be typed"))
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
