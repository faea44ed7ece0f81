// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// An item of a keychain (Specification/file-keychain.md, "Generic item calls").
///
/// Two items are equal if they are the same record of the same keychain.
public final class SecKeychainItem: Sendable {
  let place: Place

  /// Where the item is.
  enum Place: Sendable {
    /// A record of a keychain file.
    case file(KeychainItem)
    /// An item of the embedded store, with its persistent reference.
    case store(SecItemClass, reference: Data)
  }

  let keychain: SecKeychain

  init(_ place: Place, in keychain: SecKeychain) {
    (self.place, self.keychain) = (place, keychain)
  }

  /// Makes the item of a keychain file, whose keychain is one of a set.
  convenience init(_ item: KeychainItem, of keychains: Keychains) {
    let member = keychains.member(named: item.keychain.path)
    guard case .file(let keychain) = member else {
      self.init(.file(item), in: SecKeychain(keychains, .file(item.keychain)))
      return
    }
    self.init(.file(KeychainItem(item, in: keychain)), in: SecKeychain(keychains, member))
  }

  /// The bytes that make the item one of its keychain.
  private var identity: [UInt8] {
    switch place {
    case .file(let item): item.primaryKey
    case .store(_, let reference): [UInt8](reference)
    }
  }
}

extension SecKeychainItem: Hashable {
  /// True if the two items are the same record of the same keychain.
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

/// Stores the keychain of an item.
@discardableResult
public func SecKeychainItemCopyKeychain(
  _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
  unsafe keychainRef.pointee = itemRef.keychain
  return errSecSuccess
}

/// Deletes an item; no right is needed for that.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in try itemRef.delete() }
}

extension SecKeychainItem {
  /// Deletes the item from its keychain.
  func delete() throws(KeychainError) {
    switch place {
    case .file(let item): try item.remove()
    case .store(_, let reference): try StoreItems.delete(reference)
    }
    KeychainEvents.post(.deleteEvent, keychain, self)
  }
}
