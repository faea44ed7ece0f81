// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// The content of an item, wherever the item is.
extension SecKeychainItem {
  /// Returns the attributes; the keychain may be locked.
  func values() throws(KeychainError) -> RecordValues {
    switch place {
    case .file(let item): try item.values()
    case .store(let itemClass, let reference): try StoreItems.values(reference, itemClass)
    }
  }

  /// Returns the data: the secret of a password, or the bytes of a certificate.
  func data() throws(KeychainError) -> SecretBytes {
    switch place {
    case .store(_, let reference): return try StoreItems.secret(reference)
    case .file(let item):
      guard item.relation == Relation.certificates.id else { return try item.secret() }
      return SecretBytes(copying: try item.content())
    }
  }

  /// The code of the class.
  package var classCode: UInt32 {
    switch place {
    case .file(let item): ItemAttributes.classCode(of: item.relation)
    case .store(let itemClass, _): itemClass.rawValue
    }
  }

  /// The class; `genericPasswordItemClass` for a class that Swift has no case for.
  var itemClass: SecItemClass { SecItemClass(rawValue: classCode) ?? .genericPasswordItemClass }

  /// Stores the secret in memory that the caller frees; nothing is read if nothing is wanted.
  func copySecret(
    _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(KeychainError) {
    guard unsafe length != nil || data != nil else { return }
    let secret = try self.data()
    if let data = unsafe data { unsafe data.pointee = try unsafe KeychainBytes.block(secret) }
    unsafe length?.pointee = UInt32(secret.count)
  }

  /// Changes attributes and the secret; nothing happens if no value changes.
  ///
  /// Attributes that are not given stay as they are when the change is written, also if another
  /// program has changed them meanwhile. An update is posted as the deletion of the old item and
  /// the addition of the new one.
  func change(
    _ given: GivenAttributes, _ secret: SecretBytes?
  ) throws(KeychainError) {
    let before = try values()
    let terms = try given.terms(in: before.relation)
    guard secret != nil || terms.contains(where: { before[$0.attribute] != $0.value }) else {
      return
    }
    switch place {
    case .file(let item):
      let isChanged = try item.update(secret: secret) { values in
        for term in terms { values[term.attribute] = term.value }
      }
      guard isChanged else { return }
    case .store(_, let reference):
      try StoreItems.update(reference, before.relation, setting: terms, secret)
    }
    KeychainEvents.post(.deleteEvent, keychain, self)
    KeychainEvents.post(.addEvent, keychain, self)
  }

  /// Returns the bytes of attributes, in the order of their tags; empty for an absent attribute.
  ///
  /// - Throws: -25303 for an attribute that the class lacks.
  func bytes(of tags: [UInt32]) throws(KeychainError) -> [[UInt8]] {
    let values = tags.isEmpty ? nil : try values()
    var found: [[UInt8]] = []
    for tag in tags {
      guard let values else { break }
      if tag == ItemAttributes.itemClass {
        found.append(ItemAttributes.native(classCode))
        continue
      }
      let column = ItemAttributes.column(tag, in: values.relation)
      guard values.relation.position(of: column) != nil else { throw .noAttribute }
      found.append(values[column].map(ItemAttributes.bytes) ?? [])
    }
    return found
  }
}
