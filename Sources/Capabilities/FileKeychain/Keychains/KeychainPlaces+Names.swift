// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Names that can mean no keychain. Every command and function refuses them, so that the unset
/// variable of a script chooses no keychain (Documentation/Decisions/keychain-names.md).
extension KeychainPlaces {
  /// Returns the name of a keychain that the given bytes contain.
  ///
  /// - Throws: -50 for a name that can mean no keychain.
  package func name(_ bytes: [UInt8]) throws(KeychainError) -> String {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw .parameter("the name of the keychain is not UTF-8")
    }
    try requireName(name)
    return name
  }

  /// Verifies that a name can mean a keychain.
  ///
  /// The path of the store's directory means the store also if it ends in a slash.
  ///
  /// - Throws: -50 for an empty name, for the name of a directory such as `.`, and for a name with
  ///   a zero byte.
  package func requireName(_ name: String) throws(KeychainError) {
    guard !name.isEmpty else { throw .parameter("the name of the keychain is empty") }
    guard !name.utf8.contains(0) else {
      throw .parameter("the name of the keychain has a zero byte")
    }
    let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
    let last = slash.map { name[name.utf8.index(after: $0)...] } ?? name[...]
    switch last {
    case "", ".", "..":
      if name.utf8.first == UInt8(ascii: "/"), target(of: name) == .store { return }
      throw .parameter("the name means a directory, and not a keychain", .path(name))
    case "-db": throw .parameter("the name of the keychain is only an ending", .path(name))
    default: return
    }
  }
}
