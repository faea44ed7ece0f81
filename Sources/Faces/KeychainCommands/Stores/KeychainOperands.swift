// SPDX-License-Identifier: Apache-2.0

import FileKeychain
import Glibc
import KeychainTypes
import UserFiles

/// Examines the operands of a command by which the user names keychains.
///
/// If the commands can use no keychain files (`StoreAccess.keychains` is nil), each of these
/// operands must name the store. The name is then the path of the store's database file or of its
/// directory.
enum KeychainOperands {
  /// Stops the command with status -25291 if an operand does not name the store.
  ///
  /// - Parameter option: The option whose values are checked, with its hyphen. Nil if operands are
  ///   checked.
  static func check(
    _ operands: [[UInt8]], of option: String? = nil, _ invocation: Invocation
  ) throws(Stop) {
    for (place, operand) in operands.enumerated() where try !namesStore(operand, invocation) {
      let name = option.map { "(value of \($0))" } ?? shown(operand, at: place)
      invocation.terminal.complain("SecKeychainOpen \(name): \(StatusText.notAvailable)")
      invocation.terminal.complain(
        "this command does not take keychain files; without a keychain it works on the embedded"
          + " store")
      throw .status(KeychainError.Code.notAvailable.rawValue)
    }
  }

  /// Returns the text by which a message names an operand: the name of the keychain, or the
  /// operand's position.
  ///
  /// A word that cannot be the name of a keychain may be a password in the wrong place. The text
  /// then has only the position of the word.
  static func shown(_ operand: [UInt8], at place: Int) -> String {
    isName(operand) ? String(decoding: operand, as: UTF8.self) : "(operand \(place + 1))"
  }

  /// True if an operand can be the name of a keychain or of a file.
  ///
  /// The operand then ends in `.keychain` or `.keychain-db`, or a file has this path. An absolute
  /// path in an existing directory other than `/` also counts.
  static func isName(_ operand: [UInt8]) -> Bool {
    let word = String(decoding: operand, as: UTF8.self)
    if word.hasSuffix(".keychain") || word.hasSuffix(".keychain-db") { return true }
    if isFile(operand) { return true }
    guard operand.first == UInt8(ascii: "/") else { return false }
    let parent = WholeFile.directory(of: word)
    return parent != "/" && isFile(Array(parent.utf8))
  }

  /// True if the operand names the store, and not a keychain file.
  ///
  /// If the commands can use no keychain files, the operand must be the path of the store's
  /// database file or of its directory.
  static func namesStore(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Bool {
    if invocation.store.keychains != nil {
      guard let member = try invocation.named([operand]).first?.member else { return false }
      if case .store = member { return true }
      return false
    }
    guard operand.first == UInt8(ascii: "/") else { return false }
    let store: StoreAccess.Place
    do {
      store = try invocation.store.place()
    } catch {
      throw .status(Refusal.report(error, of: nil, in: invocation))
    }
    let name = resolved(String(decoding: operand, as: UTF8.self))
    return name == resolved(store.path) || name == resolved(store.directory)
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    unsafe access(String(decoding: path, as: UTF8.self), F_OK) == 0
  }

  /// Returns the path without symbolic links and dots; the unchanged path if no file has this path.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
