// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import ExternalFormats
package import KeychainTypes
package import SecureMemory

/// An item of a keychain file that a query has found.
///
/// Attributes and secret are read only when the caller asks for them. So only a call that needs a
/// secret unlocks the keychain.
package struct FileMatch: Sendable {
  package let itemClass: ItemClass
  /// The found item; for an identity, this is its certificate.
  package let item: KeychainItem
  /// The private key of an identity; nil for other items.
  package let key: KeychainItem?

  package init(_ itemClass: ItemClass, _ item: KeychainItem, key: KeychainItem? = nil) {
    (self.itemClass, self.item, self.key) = (itemClass, item, key)
  }

  /// The items whose records an update or deletion of this match changes.
  ///
  /// For an identity, these are the certificate and the private key.
  package var parts: [KeychainItem] { [item] + (key.map { [$0] } ?? []) }

  /// Returns the result of `body`, which uses the item.
  ///
  /// Nil if `body` fails because the item, or a part of an identity, was deleted meanwhile. Nil
  /// also if `body` returns nil.
  package func unlessGone<R>(
    _ body: () throws(KeychainError) -> R?
  ) throws(KeychainError) -> R? {
    do throws(KeychainError) { return try body() } catch {
      guard error.code == .invalidItemReference, parts.contains(where: \.isGone) else {
        throw error
      }
      return nil
    }
  }

  /// Deletes the item, and returns the parts that this call deleted.
  ///
  /// An identity has two parts: its certificate and its private key.
  ///
  /// - Throws: -25304 if all parts had been deleted before.
  @discardableResult
  package func remove() throws(KeychainError) -> [KeychainItem] {
    var removed: [KeychainItem] = []
    var absence: KeychainError?
    for part in parts {
      do throws(KeychainError) {
        try part.remove()
        removed.append(part)
      } catch {
        // Two identities can share a key, which the deletion of the first one removes.
        guard error.code == .invalidItemReference, part.isGone else { throw error }
        absence = error
      }
    }
    if removed.isEmpty, let absence { throw absence }
    return removed
  }

  /// The bytes of the persistent reference to the item.
  package var reference: [UInt8] {
    FileReference(item, isIdentity: itemClass == .identity)
      .encode(item.keychain.surroundings.places)
  }

  /// Returns the attributes of the item; the keychain may be locked.
  ///
  /// An identity has the attributes of its certificate and its key. For an attribute of both, for
  /// example the label, the certificate's value counts.
  package func attributes() throws(KeychainError) -> AttributeSet {
    var attributes = try key?.attributes() ?? AttributeSet()
    attributes.merge(try item.attributes())
    return attributes
  }

  /// Returns the data of the item: the password, the certificate, or the key in its external form.
  ///
  /// - Throws: -25316 for a key that may not be exported. -25260 for a key that may be exported
  ///   only under a passphrase. The errors of the access list.
  package func secret() throws(KeychainError) -> SecretBytes {
    switch itemClass {
    case .genericPassword, .internetPassword: return try item.secret()
    case .certificate: return SecretBytes(copying: try item.content())
    case .key: return try item.exportedKey()
    case .identity: return try (key ?? item).exportedKey()
    }
  }

  /// Returns the operation that the access list must permit before a call can return the given
  /// values.
  ///
  /// Nil if the values need no permission. The keychain may then be locked.
  package func operation(for returns: Returns) -> Authorization? {
    switch itemClass {
    case .genericPassword, .internetPassword: return returns.contains(.secret) ? .decrypt : nil
    case .certificate: return nil
    case .key, .identity:
      guard (key ?? item).relation != Relation.publicKeys.id else { return nil }
      if returns.contains(.secret) { return .exportClear }
      return returns.contains(.reference) || returns.isEmpty ? .sign : nil
    }
  }

  /// Returns the certificate of this match, a certificate or an identity; nil if its bytes are
  /// damaged.
  package func certificate() throws(KeychainError) -> Certificate? { try item.certificate() }

  /// Returns the key of this match, a key or an identity, if the access list permits signing.
  ///
  /// A public key is not encrypted and needs no permission.
  package func externalKey() throws(KeychainError) -> ExternalItem {
    try (key ?? item).softwareKey(for: .sign)
  }
}

extension KeychainItem {
  /// Returns the item's attributes as a dictionary of `SecItem` has them.
  package func attributes() throws(KeychainError) -> AttributeSet {
    try values().attributes
  }

  /// Throws an error if the key may not be exported unencrypted.
  ///
  /// - Throws: -25316 for a key that may not be exported, -25260 for a key that may be exported
  ///   only under a passphrase.
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

  /// Returns the unencrypted bytes of a key; throws an error if the key may not be exported
  /// unencrypted.
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
  /// These values as attributes of a `SecItem` dictionary; values that have no attribute there are
  /// left out.
  package var attributes: AttributeSet {
    var attributes = AttributeSet()
    for column in FileColumn.all(of: relation.id) {
      attributes[column.attribute] = self[column.id].flatMap { column.attributeValue($0) }
    }
    return attributes
  }
}
