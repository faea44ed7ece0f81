// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Glibc
import KeychainTypes
import SecureMemory

/// The command `create-db`, which makes bare databases in the format of keychain files
/// (Specification/security-cli.md, "Keychain administration").
///
/// With `-g cspdl` a database has a password and keys, and is a keychain. A name without `/` at its
/// start is a path from the current directory (Documentation/Decisions/keychain-verbs.md).
struct CreateDatabase {
  /// The kinds of databases that the option `-g` accepts: a bare database (`dl`), and a keychain
  /// with a password and keys (`cspdl`).
  static let kinds = ["dl", "cspdl"]

  private let invocation: Invocation
  private let options: OptionReader
  private let hasPassword: Bool
  private let mode: mode_t?

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try CreateDatabase(invocation).run()
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    var kind = Self.kinds[0]
    if let word = options.value(.letter("g")) {
      let word = String(decoding: word, as: UTF8.self)
      guard !word.isEmpty, let found = Self.kinds.first(where: { $0.hasPrefix(word) }) else {
        throw .usage(message: "Invalid guid: \(word)")
      }
      kind = found
    }
    hasPassword = kind == Self.kinds[1]
    mode = try options.value(.letter("m")).map { (word) throws(Stop) in
      let word = String(decoding: word, as: UTF8.self)
      guard word.hasPrefix("0"), word.utf8.allSatisfy({ (0x30...0x37).contains($0) }),
        let mode = mode_t(word, radix: 8), mode <= 0o7777
      else { throw .usage(message: "Invalid mode: \(word)") }
      return mode
    }
  }

  /// Makes the databases, and stops at the first failure.
  ///
  /// As with Apple's command, the status is 0 even if a database cannot be made.
  private func run() throws(Stop) -> Int32 {
    let keychains = try invocation.keychains()
    let operands = try names()
    let names = try? invocation.keychainNames(
      operands, in: keychains, for: "CSSM_DbCreate", needsHome: false)
    for name in names ?? [] {
      let password =
        hasPassword
        ? try KeychainPassword.new(
          for: "CSSM_DbCreate \(name)", option: "security create-keychain -p", invocation) : nil
      do throws(KeychainError) {
        try create(name, password, keychains)
      } catch {
        _ = Refusal.report(error, of: "CSSM_DbCreate \(name)", in: invocation)
        break
      }
    }
    return 0
  }

  private func names() throws(Stop) -> [[UInt8]] {
    guard options.operands.isEmpty else { return options.operands }
    guard let line = invocation.terminal.nextLine(prompt: "db to create: "), !line.isEmpty else {
      throw .usage(message: "the database is missing")
    }
    return [line]
  }

  private func create(
    _ name: String, _ password: SecretBytes?, _ keychains: Keychains
  ) throws(KeychainError) {
    let keychain = Keychain(try path(of: name), keychains.surroundings)
    if let password {
      try keychain.create(password: password)
    } else {
      try keychain.createDatabase()
    }
    guard let mode, unsafe chmod(keychain.path, mode) != 0 else { return }
    throw KeychainError(
      .ioFailed, "the system could not set the mode of the file", context: .path(keychain.path))
  }

  private func path(of name: String) throws(KeychainError) -> String {
    guard !name.hasPrefix("/") else { return name }
    guard let directory = unsafe getcwd(nil, 0) else {
      throw KeychainError(.ioFailed, "the current directory does not exist any more")
    }
    defer { unsafe free(directory) }
    return unsafe String(cString: directory) + "/" + name
  }
}
