// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// Stores the access object of an item; the keychain has to be unlocked.
///
/// - Returns: errSecNoAccessForItem for an item without an access object, for example a
///   certificate.
@discardableResult
public func SecKeychainItemCopyAccess(
  _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    guard case .file(let item) = itemRef.place, let list = try item.access() else {
      throw .withoutAccess
    }
    unsafe access.pointee = SecAccess(list)
  }
}

/// Replaces the access object of an item, if its owner entry lets the calling program do that.
///
/// The partition list and the integrity digest stay.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    guard case .file(let item) = itemRef.place else { throw .withoutAccess }
    try item.set(access.list)
    KeychainEvents.post(.updateEvent, itemRef.keychain, itemRef)
  }
}

extension KeychainError {
  fileprivate static let withoutAccess = KeychainError(
    .noAccessForItem, "items of this kind have no access object")
}
