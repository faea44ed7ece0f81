// SPDX-License-Identifier: Apache-2.0

import FileKeychain
import Glibc
import KeychainTypes

/// Verifies that the keychains on a command line are the embedded store, for commands that do not
/// take keychain files.
///
/// A valid name is the path that `list-keychains` prints, or the directory of the store.
enum KeychainOperands {
  /// Stops the command with status -25291 if an operand does not name the embedded store.
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

  /// Returns an operand for a message.
  ///
  /// A word that cannot be the name of a keychain may be a password in the wrong place. Its place
  /// is shown instead.
  static func shown(_ operand: [UInt8], at place: Int) -> String {
    let word = String(decoding: operand, as: UTF8.self)
    let isName =
      word.hasSuffix(".keychain") || word.hasSuffix(".keychain-db") || isFile(operand)
    return isName ? word : "(operand \(place + 1))"
  }

  /// True if the operand is the path of the embedded store's database file or of its directory.
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
    guard path.first == UInt8(ascii: "/") else { return false }
    return unsafe access(String(decoding: path, as: UTF8.self), F_OK) == 0
  }

  /// Returns the path without symbolic links and dots; the unchanged path if no file has this path.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
