// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainTypes
import SecureMemory

/// Adds an item (spec/secitem.md 5).
///
/// - Parameters:
///   - attributes: class, attributes and secret of the item, and what is to be returned.
///   - result: receives what was asked for.
/// - Returns: errSecDuplicateItem when an item with the same primary key exists.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  unsafe ItemCall.run(.add, attributes, result)
}

/// Finds items (spec/secitem.md 4).
///
/// - Parameters:
///   - query: class or persistent reference, attributes that must match, limit, and what is to be
///     returned.
///   - result: receives one object, or an array unless the limit is one.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  unsafe ItemCall.run(.copyMatching, query, result)
}

/// Changes every item that matches (spec/secitem.md 6).
///
/// - Parameters:
///   - query: class or persistent reference, and attributes that must match.
///   - attributesToUpdate: attributes and secret to set.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  unsafe ItemCall.run(.update, query, setting: attributesToUpdate)
}

/// Removes every item that matches (spec/secitem.md 7).
///
/// - Parameter query: class or persistent reference, and attributes that must match.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  unsafe ItemCall.run(.delete, query)
}
