// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes
import SecureMemory

/// A search for identities, whose results are taken one by one (Specification/file-keychain.md,
/// "Keys, identities, certificates").
///
/// Only C programs can call the functions of this class: Swift never imported them.
public final class SecIdentitySearch: Sendable {
  private struct Found: Sendable {
    let key: KeychainObjects.PrivateKey
    let certificate: Certificate
  }

  private let left: Lock<[Found]>

  /// Searches in a keychain, in the keychains of an array, or in the search list for nil.
  ///
  /// Private keys are visited in the order of the keychains, and for each key all certificates. A
  /// key and its certificate may be in different keychains, which may be locked.
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
    KeychainCall.run { () throws(KeychainError) in
      search = try SecIdentitySearch(keychainOrArray, KeyUses(rawValue: uses))
    }
  }

  /// Stores the next identity, and returns the status, which is errSecItemNotFound at the end.
  ///
  /// Identities whose key was deleted meanwhile are left out. Other errors are the result for one
  /// identity; the next call goes on after it.
  ///
  /// - Parameter isWanted: false for a certificate that is to be left out.
  package func next(
    _ next: inout SecIdentity?, where isWanted: (SecCertificate) -> Bool = { _ in true }
  ) -> OSStatus {
    KeychainCall.run { () throws(KeychainError) in
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
  /// True if `left` and `right` are one object.
  public static func == (left: SecIdentitySearch, right: SecIdentitySearch) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
