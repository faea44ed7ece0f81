// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// Where the passphrase of a file that is imported or exported comes from: `-P`, a descriptor, or
/// the terminal, without echo (spec/security-cli.md 7).
struct FilePassphrase {
  static let option = "passphrase-fd"
  /// How often a wrong one may be typed, or a new one in two different ways.
  static let tries = 3

  private let terminal: Terminal
  /// What `-P` or the descriptor said; nil where somebody is asked.
  private let given: ImportPassword?

  /// Reads a descriptor at once, before anything is done to a store.
  init(_ options: OptionReader, of invocation: Invocation) throws(Stop) {
    terminal = invocation.terminal
    let source = options.options.last { $0.name == .letter("P") || $0.name == .long(Self.option) }
    guard let source, let value = source.value else {
      given = nil
      return
    }
    if source.name == .letter("P") {
      given = try Self.password(SecretBytes(copying: value), on: terminal)
      return
    }
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--\(Self.option) takes the number of an open descriptor")
    }
    let secret: SecretBytes
    do throws(QuestionFailure) { secret = try terminal.readSecret(from: number) } catch {
      throw .status(error.tell(on: terminal, option: "--\(Self.option)"))
    }
    given = try Self.password(secret, on: terminal)
  }

  /// Whether somebody types it, who can be asked again.
  var isTyped: Bool { given == nil }

  /// What was given without asking.
  var known: ImportPassword? { given }

  /// The one that opens a file.
  func read(of path: String) throws(Stop) -> ImportPassword {
    if let given { return given }
    return try Self.password(try ask("password to unlock \(path): "), on: terminal)
  }

  /// One that a new file gets, typed twice where it is typed.
  func readNew() throws(Stop) -> ImportPassword {
    if let given { return given }
    for _ in 0..<Self.tries {
      let first = try ask("password of the exported file: ")
      let second = try ask("retype password of the exported file: ")
      if first == second { return try Self.password(first, on: terminal) }
      terminal.error("passwords don't match\n")
    }
    throw .status(1)
  }

  private func ask(_ question: String) throws(Stop) -> SecretBytes {
    do throws(QuestionFailure) { return try terminal.ask(VisibleText.of(question)) } catch {
      throw .status(error.tell(on: terminal, option: "--\(Self.option)"))
    }
  }

  private static func password(
    _ bytes: SecretBytes, on terminal: Terminal
  ) throws(Stop) -> ImportPassword {
    guard let password = ImportPassword(utf8: bytes) else {
      terminal.complain("the passphrase is no UTF-8")
      throw .status(1)
    }
    return password
  }
}
