// SPDX-License-Identifier: Apache-2.0
package import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// A keychain: a file with items, a password and a lock, or Latchkey's own store
/// (Specification/file-keychain.md, "Keychain functions").
///
/// One more keychain stands for the certificates that the Linux distribution trusts, and cannot be
/// changed.
///
/// Two keychains are equal if they have equal paths. The file need not exist.
public final class SecKeychain: Sendable {
  /// The set of the user's keychains to which this keychain belongs.
  package let keychains: Keychains
  package let member: Keychains.Member
  /// The name by which the program has opened the keychain; nil if Latchkey chose the keychain.
  ///
  /// The name can lead to the file by symbolic links.
  let name: String?

  package init(_ keychains: Keychains, _ member: Keychains.Member, named name: String? = nil) {
    (self.keychains, self.member, self.name) = (keychains, member, name)
  }
}

extension SecKeychain: Hashable {
  /// True if the two keychains have the same path.
  public static func == (left: SecKeychain, right: SecKeychain) -> Bool {
    left === right || left.path == right.path
  }

  /// Hashes the path, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension SecKeychain: CustomStringConvertible {
  /// The text `<SecKeychain PATH>`, with the path of the keychain.
  public var description: String { "<SecKeychain \(path)>" }
}

extension SecKeychain {
  /// The path of the keychain's file; for Latchkey's own store, the path of its database.
  package var path: String {
    switch member {
    case .store: keychains.places.storePath
    case .authorities(let path): path
    case .file(let keychain): keychain.path
    }
  }

  /// Returns the keychain that a C string names; no file is touched.
  ///
  /// - Parameter isCreating: true if the caller is going to create the file of the keychain. The
  ///   name `login.keychain` then means a file, and not Latchkey's own store.
  /// - Throws: -50 for a name that can mean no keychain, such as an empty name or the name `..`.
  static func named(
    _ name: UnsafePointer<CChar>, creating isCreating: Bool = false
  ) throws(KeychainError) -> SecKeychain {
    let keychains = try KeychainChoice.current()
    let name = try unsafe Self.text(name, in: keychains)
    let member = keychains.member(named: name, creating: isCreating)
    return CalledKeychain.noted(SecKeychain(keychains, member, named: name))
  }

  /// Converts a C string that names a keychain to a Swift string.
  ///
  /// If the process's preference domain is not `user`, a relative name is made absolute: it becomes
  /// a path in `/Library/Keychains`.
  ///
  /// - Throws: -50 for a name that can mean no keychain, such as an empty name or the name `..`.
  static func text(
    _ name: UnsafePointer<CChar>, in keychains: Keychains
  ) throws(KeychainError) -> String {
    guard let text = unsafe String(validatingCString: name) else {
      throw .parameter("the name of the keychain is not UTF-8")
    }
    try keychains.places.requireName(text)
    guard keychains.preferenceDomain != .user, !text.hasPrefix("/") else { return text }
    return "/Library/Keychains/" + text
  }

  /// Returns the given keychain; if it is nil, the default keychain of the process's preference
  /// domain.
  ///
  /// - Throws: -25307 if `keychain` is nil and the domain has no default keychain.
  static func orDefault(_ keychain: SecKeychain?) throws(KeychainError) -> SecKeychain {
    if let keychain { return CalledKeychain.noted(keychain) }
    let keychains = try KeychainChoice.current()
    guard let member = try keychains.standard(keychains.preferenceDomain) else {
      throw .noDefault
    }
    return CalledKeychain.noted(SecKeychain(keychains, member))
  }

  /// Returns this keychain as a keychain file.
  ///
  /// - Throws: -4 for Latchkey's own store, -61 for the keychain of the certificates that the Linux
  ///   distribution trusts.
  func file() throws(KeychainError) -> Keychain {
    switch member {
    case .file(let keychain): return keychain
    case .store:
      throw KeychainError(
        .unimplemented, "the embedded store has no property of this kind, only files have it",
        context: .path(path))
    case .authorities: throw .readOnlyAuthorities(path)
    }
  }
}

extension KeychainError {
  static let noDefault = KeychainError(.noDefaultKeychain, "there is no default keychain")

  /// The error of a call that would change the certificates that the Linux distribution trusts.
  ///
  /// - Parameter path: the path of the keychain that stands for these certificates.
  static func readOnlyAuthorities(_ path: String) -> KeychainError {
    KeychainError(
      .writePermission, "this keychain stands for the certificates of the distribution",
      context: .path(path))
  }
}

/// Returns the type identifier of `SecKeychain`.
@discardableResult
public func SecKeychainGetTypeID() -> CFTypeID { TypeIdentifier.keychain.rawValue }
