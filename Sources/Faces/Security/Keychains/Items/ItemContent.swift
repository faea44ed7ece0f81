// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// The content of an item, in a keychain file or in Latchkey's own store.
extension SecKeychainItem {
  /// Returns the attributes of the item, even while its keychain file is locked.
  func values() throws(KeychainError) -> RecordValues {
    switch place {
    case .file(let item): try item.values()
    case .store(let itemClass, let reference): try StoreItems.values(reference, itemClass)
    }
  }

  /// Returns the data of the item: the secret of a password, or the bytes of a certificate.
  func data() throws(KeychainError) -> SecretBytes {
    switch place {
    case .store(_, let reference): return try StoreItems.secret(reference)
    case .file(let item):
      guard item.relation == Relation.certificates.id else { return try item.secret() }
      return SecretBytes(copying: try item.content())
    }
  }

  /// The four-character code of the item's class; for a key or a certificate, the number of its
  /// table in the keychain file.
  package var classCode: UInt32 {
    switch place {
    case .file(let item): ItemAttributes.classCode(of: item.relation)
    case .store(let itemClass, _): itemClass.rawValue
    }
  }

  /// The class of the item; `genericPasswordItemClass` for a class for which `SecItemClass` has no
  /// case.
  var itemClass: SecItemClass { SecItemClass(rawValue: classCode) ?? .genericPasswordItemClass }

  /// Stores the secret in memory that the caller frees.
  ///
  /// If both pointers are nil, the secret is not read.
  func copySecret(
    _ length: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) throws(KeychainError) {
    guard unsafe length != nil || data != nil else { return }
    let secret = try self.data()
    if let data = unsafe data { unsafe data.pointee = try unsafe KeychainBytes.block(secret) }
    unsafe length?.pointee = UInt32(secret.count)
  }

  /// Changes attributes and the secret of the item; nothing happens if no value changes.
  ///
  /// Attributes that are not given keep the values that they have when the change is written, even
  /// if another program has changed these values. The change is posted as two events: the deletion
  /// of the item, and its addition.
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
      try item.update(secret: secret) { values in
        for term in terms { values[term.attribute] = term.value }
      }
    case .store(_, let reference):
      try StoreItems.update(reference, before.relation, setting: terms, secret)
      KeychainEvents.post(.deleteEvent, keychain, self)
      KeychainEvents.post(.addEvent, keychain, self)
    }
  }

  /// Returns the bytes of attributes, in the order of `tags`; an absent attribute has no bytes.
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
