// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainTypes

/// The keychains that a command line names.
///
/// There are no file-based keychains yet (DESIGN section 5), so the only name that means something
/// is the embedded store's own: the path that list-keychains prints, or its directory.
enum KeychainOperands {
  /// Refuses every operand that does not name the embedded store (-25291).
  ///
  /// - Parameter option: the option whose values they are, with its hyphen; nil for operands.
  static func check(
    _ operands: [[UInt8]], of option: String? = nil, _ invocation: Invocation
  ) throws(Stop) {
    for (place, operand) in operands.enumerated() where try !namesStore(operand, invocation) {
      let word = String(decoding: operand, as: UTF8.self)
      // A word that is no name of a keychain may be a password in the wrong place.
      let isName =
        word.hasSuffix(".keychain") || word.hasSuffix(".keychain-db") || isFile(operand)
      let name = isName ? word : option.map { "(value of \($0))" } ?? "(operand \(place + 1))"
      invocation.terminal.complain("SecKeychainOpen \(name): \(StatusText.notAvailable)")
      invocation.terminal.complain(
        "file-based keychains are not available yet; without a keychain the command works on the"
          + " embedded store")
      throw .status(KeychainError.Code.notAvailable.rawValue)
    }
  }

  /// Whether an operand is the embedded store.
  static func namesStore(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Bool {
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

  /// The path without links and dots, or as it is where nothing lies there.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
