// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// What one piece of the data gave.
package struct ImportedPart: Sendable {
  package let items: [ImportedItem]
  /// Whether its keys and certificates belong together: those of PKCS#12 alone do.
  package let isContainer: Bool

  init(items: [ImportedItem], isContainer: Bool) {
    self.items = items
    self.isContainer = isContainer
  }

  /// What a caller is given where the items are stored (spec/certificates.md 5.5).
  package enum Element: Sendable {
    case item(ImportedItem)
    case identity(certificate: ImportedItem, key: ImportedItem)
  }

  /// The items, in a container with the identity in the place of each certificate that has its key
  /// beside it; that key is then left out.
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
