// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// Stores the access object of an item in a variable; the keychain must be unlocked.
///
/// - Returns: errSecNoAccessForItem for an item without an access object, for example a
///   certificate.
@discardableResult
public func SecKeychainItemCopyAccess(
  _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    guard case .file(let item) = itemRef.place, let list = try item.access() else {
      throw .withoutAccess
    }
    unsafe access.pointee = SecAccess(list)
  }
}

/// Replaces the access object of an item, if the owner entry of the present access object permits
/// the calling program to do so.
///
/// The item keeps its partition list (identifiers of the groups of programs that may use the item).
/// The item also keeps its integrity digest (a hash of its attributes).
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    guard case .file(let item) = itemRef.place else { throw .withoutAccess }
    try item.set(access.list)
  }
}

extension KeychainError {
  fileprivate static let withoutAccess = KeychainError(
    .noAccessForItem, "items of this kind have no access object")
}
