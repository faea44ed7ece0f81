// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The private keys and the certificates of several keychains, which form identities
/// (Specification/file-keychain.md, "Keys, identities, certificates").
struct KeychainObjects {
  let keychains: [SecKeychain]
  /// True if the caller names the keychains, so that a missing file is an error.
  private let isNamed: Bool

  /// Takes the objects of a keychain, of the keychains in an array, or, for nil, of the search
  /// list.
  ///
  /// - Throws: -25295 for any other object.
  init(_ keychainOrArray: AnyObject?) throws(KeychainError) {
    keychains = try ItemSearch(keychainOrArray).keychains
    isNamed = keychainOrArray != nil
  }

  /// The place of a key or a certificate: a keychain file or the embedded store (the store of
  /// `SecItem` calls).
  enum Place: Sendable {
    case file(KeychainItem, in: SecKeychain)
    /// An item of the embedded store (the store of `SecItem` calls), with its persistent reference.
    case store(Data)
  }

  /// A private key, with the hash of its public key, by which certificates for the key are found.
  struct PrivateKey: Sendable {
    let hash: [UInt8]
    let place: Place
  }

  /// A certificate of a keychain.
  struct FoundCertificate: Sendable {
    let value: Certificate
    let place: Place
  }

  /// Returns the private keys that permit all given uses, in the order of the keychains.
  ///
  /// - Throws: the error of the last keychain, if no keychain can be read.
  func privateKeys(_ uses: KeyUses = []) throws(KeychainError) -> [PrivateKey] {
    try each { (keychain) throws(KeychainError) in
      switch keychain.member {
      case .authorities: return []
      case .store: return try Self.storedKeys(uses)
      case .file(let file):
        let terms = uses.columns.map { RecordTerm($0, .number(1)) }
        var keys: [PrivateKey] = []
        for item in try file.items(in: .privateKeys, where: terms) {
          let hash = try item.unlessGone { () throws(KeychainError) in
            try item.values()[KeyAttribute.label]
          }
          guard let hash else { continue }
          keys.append(PrivateKey(hash: hash.content, place: .file(item, in: keychain)))
        }
        return keys
      }
    }
  }

  /// Returns the certificates, in the order of the keychains.
  ///
  /// - Throws: the error of the last keychain, if no keychain can be read.
  func certificates() throws(KeychainError) -> [FoundCertificate] {
    try each { (keychain) throws(KeychainError) in
      switch keychain.member {
      // Certificates of the distribution belong to no private key of a user.
      case .authorities: return []
      case .store: return try Self.storedCertificates()
      case .file(let file):
        var found: [FoundCertificate] = []
        for item in try file.items(in: .certificates) {
          let certificate = try item.unlessGone { () throws(KeychainError) in
            try item.certificate()
          }
          guard let certificate else { continue }
          found.append(FoundCertificate(value: certificate, place: .file(item, in: keychain)))
        }
        return found
      }
    }
  }

  private func each<R>(
    _ body: (SecKeychain) throws(KeychainError) -> [R]
  ) throws(KeychainError) -> [R] {
    var found: [R] = []
    var (failure, failures): (KeychainError?, Int) = (nil, 0)
    for keychain in keychains {
      do throws(KeychainError) { found += try body(keychain) } catch {
        guard isNamed || error.code != .noSuchKeychain else { continue }
        failures += 1
        failure = error
      }
    }
    if let failure, failures == keychains.count(where: { !$0.member.isAuthorities }) {
      throw failure
    }
    return found
  }

  private static func storedKeys(_ uses: KeyUses) throws(KeychainError) -> [PrivateKey] {
    guard let names = uses.attributes else { return [] }
    let query: NSMutableDictionary = [
      kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
      kSecAttrSynchronizable: kSecAttrSynchronizableAny, kSecReturnAttributes: true,
      kSecReturnPersistentRef: true, kSecMatchLimit: kSecMatchLimitAll,
    ]
    for name in names { query[name] = kCFBooleanTrue }
    return try StoreItems.all(query).compactMap { element in
      guard let item = element as? NSDictionary, let hash = item[kSecAttrApplicationLabel] as? Data,
        let reference = item[kSecValuePersistentRef] as? Data
      else { return nil }
      return PrivateKey(hash: [UInt8](hash), place: .store(reference))
    }
  }

  private static func storedCertificates() throws(KeychainError) -> [FoundCertificate] {
    let query: NSMutableDictionary = [
      kSecClass: kSecClassCertificate, kSecAttrSynchronizable: kSecAttrSynchronizableAny,
      kSecReturnData: true, kSecReturnPersistentRef: true, kSecMatchLimit: kSecMatchLimitAll,
    ]
    return try StoreItems.all(query).compactMap { element in
      guard let item = element as? NSDictionary, let der = item[kSecValueData] as? Data,
        let reference = item[kSecValuePersistentRef] as? Data,
        let certificate = try? Certificate([UInt8](der).span)
      else { return nil }
      return FoundCertificate(value: certificate, place: .store(reference))
    }
  }
}

extension KeychainObjects.PrivateKey {
  /// Returns the identity that this key forms with a certificate.
  ///
  /// The keychain may be locked, because a key of a keychain file is not read yet: the identity
  /// only refers to the key.
  ///
  /// - Throws: -26275 for a certificate whose public key is not supported. -25304 if the key was
  ///   deleted after it was found.
  func identity(of certificate: Certificate) throws(KeychainError) -> SecIdentity {
    switch place {
    case .file(let item, let keychain):
      guard let publicHalf = certificate.subjectPublicKey.key else {
        throw KeychainError(.decode, "the public key of the certificate is not supported")
      }
      return SecIdentity(
        SecCertificate(certificate), try SecKey(item, in: keychain, of: publicHalf))
    case .store(let reference):
      guard let key = try StoreItems.object(reference) as? SecKey else {
        throw KeychainError(.decode, "the private key of the certificate is not supported")
      }
      return SecIdentity(SecCertificate(certificate), key)
    }
  }
}

extension KeychainError {
  static let noPrivateKey = KeychainError(
    .itemNotFound, "no keychain has the private key of the certificate")
}
