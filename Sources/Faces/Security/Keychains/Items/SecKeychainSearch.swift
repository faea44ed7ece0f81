// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A search for items of a class, whose results are taken one by one
/// (Specification/file-keychain.md, "Search").
///
/// Only C programs can search with this class: on Apple's systems, Swift does not import the
/// functions for it.
public final class SecKeychainSearch: Sendable {
  private let left: Lock<[SecKeychainItem]>

  /// Searches in a keychain, in the keychains of an array, or, for nil, in the search list.
  ///
  /// - Throws: -25306 for an unknown class, -25303 for an attribute that the class lacks. If every
  ///   keychain fails, the last error.
  private init(
    _ keychainOrArray: AnyObject?, _ itemClass: UInt32,
    _ attributes: UnsafePointer<SecKeychainAttributeList>?
  ) throws(KeychainError) {
    guard let relation = ItemAttributes.relation(itemClass) else {
      throw KeychainError(.noSuchClass, "keychains have no items of this class")
    }
    let terms = try unsafe GivenAttributes(attributes).terms(in: relation)
    let result = try ItemSearch(keychainOrArray).items(relation, terms)
    if result.isFailed, let failure = result.failure { throw failure }
    left = Lock(result.items)
  }

  /// Makes a search as `SecKeychainSearchCreateFromAttributes` does in C, and returns the status.
  package static func make(
    _ keychainOrArray: AnyObject?, _ itemClass: UInt32,
    _ attributes: UnsafePointer<SecKeychainAttributeList>?, _ search: inout SecKeychainSearch?
  ) -> OSStatus {
    KeychainCall.run("SecKeychainSearchCreateFromAttributes") { () throws(KeychainError) in
      search = try unsafe SecKeychainSearch(keychainOrArray, itemClass, attributes)
    }
  }

  /// Stores the next item in `next`, and returns the status: errSecItemNotFound if no item is left.
  ///
  /// Items that were deleted after the search are left out. Any other error is about one item, and
  /// the next call continues with the item after it.
  package func next(_ next: inout SecKeychainItem?) -> OSStatus {
    KeychainCall.run("SecKeychainSearchCopyNext") { () throws(KeychainError) in
      while let item = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        do throws(KeychainError) { _ = try item.values() } catch {
          if error.code == .invalidItemReference { continue }
          throw error
        }
        next = item
        return
      }
      throw KeychainError(.itemNotFound, "the search has no more items")
    }
  }
}

extension SecKeychainSearch: Hashable {
  /// True if `left` and `right` are the same object.
  public static func == (left: SecKeychainSearch, right: SecKeychainSearch) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
