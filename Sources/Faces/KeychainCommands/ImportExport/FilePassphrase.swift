// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The passphrase of a file that is imported or exported, and its source
/// (Specification/security-cli.md, "Import and export").
///
/// The source is the option `-P`, a file descriptor, or the user at the terminal, without echo.
struct FilePassphrase {
  static let option = "passphrase-fd"
  /// The number of times that the user may enter the passphrase of a file.
  ///
  /// The user is asked again after a wrong passphrase, or if the two entries of a new passphrase
  /// differ.
  static let tries = 3

  private let terminal: Terminal
  /// The passphrase from the option `-P` or a file descriptor; nil if the user must be asked.
  private let given: ImportPassword?

  /// Finds the source of the passphrase in the options: `-P`, a file descriptor or the user.
  ///
  /// A file descriptor is read immediately, before the command opens the store.
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

  /// True if the user must type the passphrase, because no option contains it or names a file
  /// descriptor.
  ///
  /// Only then can the user be asked again after a wrong passphrase.
  var isTyped: Bool { given == nil }

  /// The passphrase that is known without a question; nil if the user must be asked.
  var known: ImportPassword? { given }

  /// Returns the passphrase of an existing file.
  ///
  /// If the passphrase is not known from an option, the user is asked.
  ///
  /// - Parameter path: The path of the file, for the question.
  func read(of path: String) throws(Stop) -> ImportPassword {
    if let given { return given }
    return try Self.password(try ask("password to unlock \(path): "), on: terminal)
  }

  /// Returns the passphrase for a new file.
  ///
  /// If the passphrase is not known from an option, the user must type it twice.
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
      terminal.complain("the passphrase is not UTF-8")
      throw .status(1)
    }
    return password
  }
}
