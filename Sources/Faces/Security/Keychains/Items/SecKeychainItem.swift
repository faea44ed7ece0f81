// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// An item of a keychain (Specification/file-keychain.md, "Generic item calls").
///
/// Two objects are equal if they stand for the same item of the same keychain.
public final class SecKeychainItem: Sendable {
  let place: Place

  /// The place of an item: a keychain file or Latchkey's own store.
  enum Place: Sendable {
    /// An item of a keychain file.
    case file(KeychainItem)
    /// An item of Latchkey's own store, with its persistent reference.
    case store(SecItemClass, reference: Data)
  }

  let keychain: SecKeychain

  init(_ place: Place, in keychain: SecKeychain) {
    (self.place, self.keychain) = (place, keychain)
  }

  /// Makes the object for an item of a keychain file.
  ///
  /// - Parameter keychains: the set of keychains that contains the keychain of the item.
  convenience init(_ item: KeychainItem, of keychains: Keychains) {
    let member = keychains.member(named: item.keychain.path)
    guard case .file(let keychain) = member else {
      self.init(.file(item), in: SecKeychain(keychains, .file(item.keychain)))
      return
    }
    self.init(.file(KeychainItem(item, in: keychain)), in: SecKeychain(keychains, member))
  }

  /// The size of the item's primary key in bytes.
  ///
  /// For an item of Latchkey's own store, the size of its persistent reference.
  var keySize: Int { identity.count }

  /// The bytes that identify the item within its keychain.
  private var identity: [UInt8] {
    switch place {
    case .file(let item): item.primaryKey
    case .store(_, let reference): [UInt8](reference)
    }
  }
}

extension SecKeychainItem: Hashable {
  /// True if the two objects stand for the same item of the same keychain.
  public static func == (left: SecKeychainItem, right: SecKeychainItem) -> Bool {
    left === right || left.keychain == right.keychain && left.identity == right.identity
  }

  /// Hashes the identity of the item, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension SecKeychainItem: CustomStringConvertible {
  /// The text `<SecKeychainItem in PATH>`, with the path of the keychain.
  public var description: String { "<SecKeychainItem in \(keychain.path)>" }
}

/// Returns the type identifier of `SecKeychainItem`.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { TypeIdentifier.keychainItem.rawValue }

/// Stores the keychain of an item in a variable.
@discardableResult
public func SecKeychainItemCopyKeychain(
  _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  unsafe keychainRef.pointee = itemRef.keychain
  return errSecSuccess
}

/// Deletes an item; the access object of the item need not permit the deletion.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in try itemRef.delete() }
}

extension SecKeychainItem {
  /// Deletes the item from its keychain.
  func delete() throws(KeychainError) {
    switch place {
    case .file(let item): try item.remove()
    case .store(_, let reference):
      try StoreItems.delete(reference)
      KeychainEvents.post(.deleteEvent, keychain, self)
    }
  }
}
