// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// An object in a dictionary that stands for an item.
///
/// The dictionary has the object as `kSecValueRef` (`v_Ref`) or in `kSecMatchItemList`
/// (`m_ItemList`).
package enum FileObject: Sendable {
  case item(KeychainItem)
  case certificate(Certificate)
  case key(SoftwareKey)
  case identity(Certificate, SoftwareKey?)

  /// Returns true if this object stands for the match or for a part of it.
  ///
  /// The parts of an identity are its certificate and its key.
  func means(_ match: FileMatch) throws(KeychainError) -> Bool {
    switch self {
    case .item(let item): return match.parts.contains { $0.isSameRecord(as: item) }
    case .certificate(let certificate): return try Self.has(match, certificate)
    case .key(let key): return try Self.has(match, key)
    case .identity(let certificate, let key):
      if try Self.has(match, certificate) { return true }
      guard let key, match.itemClass == .key else { return false }
      return try Self.has(match, key)
    }
  }

  private static func has(
    _ match: FileMatch, _ certificate: Certificate
  ) throws(KeychainError) -> Bool {
    guard match.itemClass.hasCertificate else { return false }
    return try match.item.content() == certificate.bytes
  }

  private static func has(_ match: FileMatch, _ key: SoftwareKey) throws(KeychainError) -> Bool {
    guard let item = match.key ?? (match.itemClass == .key ? match.item : nil) else { return false }
    let table: Relation = key.half == .privateHalf ? .privateKeys : .publicKeys
    guard item.relation == table.id else { return false }
    let label = try key.label()
    return try item.values()[KeyAttribute.label] == .bytes(label)
  }

  /// The class of the item for which the object stands; nil for an item in a table without a class.
  package var itemClass: ItemClass? {
    switch self {
    case .item(let item): ItemClass(relation: item.relation)
    case .certificate: .certificate
    case .key: .key
    case .identity: .identity
    }
  }
}

extension KeychainItem {
  /// Returns true if two objects stand for one record of one file.
  package func isSameRecord(as other: KeychainItem) -> Bool {
    keychain.path == other.keychain.path && primaryKey == other.primaryKey
  }
}
