// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The keys and certificates that were read from one PEM block, or from data without PEM.
package struct ImportedPart: Sendable {
  package let items: [ImportedItem]
  /// True if the data is PKCS#12.
  ///
  /// Only in this format, a key and a certificate with the same public key are imported as an
  /// identity.
  package let isContainer: Bool

  init(items: [ImportedItem], isContainer: Bool) {
    self.items = items
    self.isContainer = isContainer
  }

  /// A key, a certificate or an identity in the array that SecItemImport returns
  /// (Specification/certificates.md, "Per format").
  ///
  /// An identity is a certificate with its private key. Without a keychain to store the items,
  /// SecItemImport returns the items themselves and makes no identities.
  package enum Element: Sendable {
    case item(ImportedItem)
    case identity(certificate: ImportedItem, key: ImportedItem)
  }

  /// Returns the elements for the result of the import.
  ///
  /// In PKCS#12 data, a certificate and its private key become an identity, at the position of the
  /// certificate. The key is then not listed by itself.
  package func elements() throws(KeychainError) -> [Element] {
    guard isContainer else { return items.map { .item($0) } }
    var keys: [[UInt8]: ImportedItem] = [:]
    for entry in items {
      guard case .key(let key) = entry.item, key.half == .privateHalf else { continue }
      let label = try key.label()
      if keys[label] == nil { keys[label] = entry }
    }
    var (elements, used): ([Element], Set<[UInt8]>) = ([], [])
    for entry in items {
      guard case .certificate(let certificate) = entry.item else { continue }
      let hash = try KeychainError.translating { () throws(CryptoError) in
        try certificate.subjectPublicKey.hash()
      }
      guard let key = keys[hash] else {
        elements.append(.item(entry))
        continue
      }
      used.insert(hash)
      elements.append(.identity(certificate: entry, key: key))
    }
    for entry in items {
      switch entry.item {
      case .certificate: continue
      case .key(let key): if try used.contains(key.label()) { continue }
      case .symmetricKey: break
      }
      elements.append(.item(entry))
    }
    return elements
  }
}
