// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// An identity: a certificate and its private key, which may be in another keychain
/// (Specification/file-keychain.md, "Keys, identities, certificates").
package struct KeychainIdentity: Sendable {
  package let certificate: KeychainItem
  package let key: KeychainItem

  /// True if the key is in the keychain of the certificate.
  private var isInOneKeychain: Bool { key.keychain.path == certificate.keychain.path }

  /// Returns false if another identity with this certificate is to be used instead.
  ///
  /// An identity is preferred if its key is in the certificate's keychain. If no identity with this
  /// certificate has its key there, the result is true.
  ///
  /// - Parameter identities: the identities that are compared, with this identity among them.
  func isPreferred(in identities: [KeychainIdentity]) -> Bool {
    isInOneKeychain
      || !identities.contains { other in
        other.isInOneKeychain && other.certificate.keychain.path == certificate.keychain.path
          && other.certificate.primaryKey == certificate.primaryKey
      }
  }

  /// Returns the identities of several keychains.
  ///
  /// The identities are in the order of the private keys, keychain by keychain. A key with several
  /// certificates gives several identities. The keychains may be locked. A keychain that cannot be
  /// read is skipped.
  ///
  /// - Parameter use: the number of an attribute of `KeyAttribute` that must be true for a key, for
  ///   example `signs`; nil for all keys.
  /// - Throws: the error of the last keychain, if no keychain can be read.
  package static func all(
    in keychains: [Keychain], use: UInt32? = nil
  ) throws(KeychainError) -> [KeychainIdentity] {
    let terms = use.map { [RecordTerm($0, .number(1))] } ?? []
    var keys: [(hash: FileValue, item: KeychainItem)] = []
    var certificates: [FileValue: [KeychainItem]] = [:]
    var (failure, readCount): (KeychainError?, Int) = (nil, 0)
    for keychain in keychains {
      do throws(KeychainError) {
        for item in try keychain.items(in: .privateKeys, where: terms) {
          let hash = try item.unlessGone { () throws(KeychainError) in
            try item.values()[KeyAttribute.label]
          }
          guard let hash else { continue }
          keys.append((hash, item))
        }
        for item in try keychain.items(in: .certificates) {
          let hash = try item.unlessGone { () throws(KeychainError) in
            try item.values()[Relation.code("hpky")]
          }
          guard let hash else { continue }
          certificates[hash, default: []].append(item)
        }
        readCount += 1
      } catch {
        failure = error
      }
    }
    if readCount == 0, let failure { throw failure }
    return keys.flatMap { key in
      (certificates[key.hash] ?? []).map { KeychainIdentity(certificate: $0, key: key.item) }
    }
  }
}
