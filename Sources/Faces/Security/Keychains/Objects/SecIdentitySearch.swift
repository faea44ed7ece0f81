// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

/// A search for identities, whose results are taken one by one (Specification/file-keychain.md,
/// "Keys, identities, certificates").
///
/// Only C programs can call the functions of this class: on Apple's systems, Swift does not import
/// them.
public final class SecIdentitySearch: Sendable {
  private struct Found: Sendable {
    let key: KeychainObjects.PrivateKey
    let certificate: Certificate
  }

  private let left: Lock<[Found]>

  /// Searches in a keychain, in the keychains of an array, or, for nil, in the search list.
  ///
  /// The identities are in the order of the keychains of their private keys. Each certificate for a
  /// key makes an identity. A key and its certificate may be in different keychains, which may be
  /// locked.
  ///
  /// - Throws: the last error if every keychain fails.
  private init(_ keychainOrArray: AnyObject?, _ uses: KeyUses) throws(KeychainError) {
    let objects = try KeychainObjects(keychainOrArray)
    let keys = try objects.privateKeys(uses)
    var certificates: [[UInt8]: [Certificate]] = [:]
    for certificate in keys.isEmpty ? [] : try objects.certificates() {
      guard let hash = try? certificate.value.subjectPublicKey.hash() else { continue }
      certificates[hash, default: []].append(certificate.value)
    }
    left = Lock(
      keys.flatMap { key in
        (certificates[key.hash] ?? []).map { Found(key: key, certificate: $0) }
      })
  }

  /// Makes a search as `SecIdentitySearchCreate` does in C, and returns the status.
  ///
  /// - Parameter uses: the uses that a private key must permit, as bits; 0 for any use.
  package static func make(
    _ keychainOrArray: AnyObject?, _ uses: UInt32, _ search: inout SecIdentitySearch?
  ) -> OSStatus {
    KeychainCall.run("SecIdentitySearchCreate") { () throws(KeychainError) in
      search = try SecIdentitySearch(keychainOrArray, KeyUses(rawValue: uses))
    }
  }

  /// Stores the next identity in `next`, and returns the status: errSecItemNotFound if no identity
  /// is left.
  ///
  /// Identities whose key was deleted after the search are left out. Any other error is about one
  /// identity, and the next call continues with the identity after it.
  ///
  /// - Parameter isWanted: returns false for a certificate whose identity is to be left out.
  package func next(
    _ next: inout SecIdentity?, where isWanted: (SecCertificate) -> Bool = { _ in true }
  ) -> OSStatus {
    KeychainCall.run("SecIdentitySearchCopyNext") { () throws(KeychainError) in
      while let found = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        guard isWanted(SecCertificate(found.certificate)) else { continue }
        do throws(KeychainError) { next = try found.key.identity(of: found.certificate) } catch {
          if error.code == .invalidItemReference { continue }
          throw error
        }
        return
      }
      throw KeychainError(.itemNotFound, "the search has no more identities")
    }
  }
}

extension SecIdentitySearch: Hashable {
  /// True if `left` and `right` are the same object.
  public static func == (left: SecIdentitySearch, right: SecIdentitySearch) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
