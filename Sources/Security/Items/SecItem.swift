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
  unsafe ItemCall.run(.add, result, attributes) { (request) throws(KeychainError) in
    guard let parts = try IdentityParts.of(request, for: .add) else { return try request.add() }
    return try parts.add()
  }
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
  unsafe ItemCall.run(.copyMatching, result, query) { (request) throws(KeychainError) in
    guard let parts = try IdentityParts.of(request, for: .copyMatching) else {
      return try request.copyMatching()
    }
    return try parts.copyMatching()
  }
}

/// Changes every item that matches (spec/secitem.md 6).
///
/// - Parameters:
///   - query: class or persistent reference, and attributes that must match.
///   - attributesToUpdate: attributes and secret to set.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  ItemCall.run(.update, query, attributesToUpdate) { (request) throws(KeychainError) in
    guard let parts = try IdentityParts.of(request, for: .update) else {
      return try request.update(setting: attributesToUpdate)
    }
    try parts.update(setting: attributesToUpdate)
  }
}

/// Removes every item that matches (spec/secitem.md 7).
///
/// - Parameter query: class or persistent reference, and attributes that must match.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  ItemCall.run(.delete, query) { (request) throws(KeychainError) in
    guard let parts = try IdentityParts.of(request, for: .delete) else {
      return try request.delete()
    }
    try parts.delete()
  }
}
