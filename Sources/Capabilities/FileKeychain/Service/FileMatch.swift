// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import ExternalFormats
package import KeychainTypes
package import SecureMemory

/// An item of a keychain file that a query has found.
///
/// The parts of the item are read when they are asked for, so that only a wanted secret unlocks a
/// keychain.
package struct FileMatch: Sendable {
  package let itemClass: ItemClass
  /// The item; for an identity, its certificate.
  package let item: KeychainItem
  /// The private key of an identity; nil for other items.
  package let key: KeychainItem?

  package init(_ itemClass: ItemClass, _ item: KeychainItem, key: KeychainItem? = nil) {
    (self.itemClass, self.item, self.key) = (itemClass, item, key)
  }

  /// The records that an update or a deletion of this match changes.
  package var parts: [KeychainItem] { [item] + (key.map { [$0] } ?? []) }

  /// The persistent reference to the item.
  package var reference: [UInt8] {
    FileReference(item, isIdentity: itemClass == .identity)
      .encode(item.keychain.surroundings.places)
  }

  /// Returns the attributes; the keychain may be locked.
  ///
  /// An identity has the attributes of its certificate and its key, and the label of the
  /// certificate.
  package func attributes() throws(KeychainError) -> AttributeSet {
    var attributes = try key?.attributes() ?? AttributeSet()
    attributes.merge(try item.attributes())
    return attributes
  }

  /// Returns the data of the item: the password, the certificate, or the key in its external form.
  ///
  /// - Throws: -25316 for a key that may not leave the keychain, -25260 for a key that may leave
  ///   under a passphrase only, and the errors of the access list.
  package func secret() throws(KeychainError) -> SecretBytes {
    switch itemClass {
    case .genericPassword, .internetPassword: return try item.secret()
    case .certificate: return SecretBytes(copying: try item.content())
    case .key: return try item.exportedKey()
    case .identity: return try (key ?? item).exportedKey()
    }
  }

  /// Returns the certificate of a certificate or an identity; nil if its bytes are not one.
  package func certificate() throws(KeychainError) -> Certificate? { try item.certificate() }

  /// Returns the key of a key or an identity, if the access list permits to sign.
  ///
  /// A public key is in the clear and needs no permission.
  package func externalKey() throws(KeychainError) -> ExternalItem {
    try (key ?? item).softwareKey(for: .sign)
  }
}

extension KeychainItem {
  /// Returns the attributes that a dictionary of `SecItem` has for the item.
  package func attributes() throws(KeychainError) -> AttributeSet {
    try values().attributes
  }

  /// Checks that a key may leave its keychain without a passphrase.
  ///
  /// - Throws: -25316 for a key that stays, -25260 for one that leaves under a passphrase only.
  package func requireClearExport() throws(KeychainError) {
    guard try isExtractable() else {
      throw KeychainError(
        KeychainError.Code(rawValue: -25316), "the key may not leave its keychain")
    }
    guard try !isSensitive() else {
      throw KeychainError(
        KeychainError.Code(rawValue: -25260),
        "the key may leave its keychain under a passphrase only",
        advice: "SecItemExport takes a passphrase")
    }
  }

  /// Returns the bytes of a key that may leave the keychain without a passphrase.
  fileprivate func exportedKey() throws(KeychainError) -> SecretBytes {
    if relation != Relation.publicKeys.id { try requireClearExport() }
    switch try softwareKey(for: .exportClear) {
    case .key(let key): return try key.externalForm()
    case .symmetricKey(let bytes): return bytes
    case .certificate(let certificate): return SecretBytes(copying: certificate.bytes)
    }
  }
}

extension RecordValues {
  /// The attributes that a dictionary of `SecItem` has for these values.
  package var attributes: AttributeSet {
    var attributes = AttributeSet()
    for column in FileColumn.all(of: relation.id) {
      attributes[column.attribute] = self[column.id].flatMap { column.attributeValue($0) }
    }
    return attributes
  }
}
