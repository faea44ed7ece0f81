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
  unsafe ItemCall.run(result, attributes) { (request) throws(KeychainError) in
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
  unsafe ItemCall.run(result, query) { (request) throws(KeychainError) in
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
  ItemCall.run(query) { (request) throws(KeychainError) in
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
  ItemCall.run(query) { (request) throws(KeychainError) in
    guard let parts = try IdentityParts.of(request, for: .delete) else {
      return try request.delete()
    }
    try parts.delete()
  }
}

/// One call: its profile, its status, its result.
private enum ItemCall {
  /// Runs a call without a result.
  static func run(
    _ query: NSDictionary, _ body: (ItemRequest) throws(KeychainError) -> Void
  ) -> OSStatus {
    unsafe run(nil, query) { (request) throws(KeychainError) in
      try body(request)
      return .untouched
    }
  }

  /// Runs a call with a result, where the objects in its dictionary are at home.
  static func run(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ query: NSDictionary,
    _ body: (ItemRequest) throws(KeychainError) -> ItemRequest.Outcome
  ) -> OSStatus {
    defer { Residue.wipe() }
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
    } catch {
      return unsafe refuse(result, error, .dataProtection)
    }
    defer { ForkBarrier.end() }
    let dictionary = ForeignDictionary(query)
    // What is rehearsed stays where it is, whatever its objects remember.
    guard let remembered = dictionary.rememberedInstallation, !CallListener.isRehearsing else {
      return unsafe run(result, dictionary, body)
    }
    return CurrentInstallation.$scoped.withValue(remembered) {
      unsafe run(result, dictionary, body)
    }
  }

  private static func run(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ dictionary: ForeignDictionary,
    _ body: (ItemRequest) throws(KeychainError) -> ItemRequest.Outcome
  ) -> OSStatus {
    var profile = Profile.dataProtection
    do throws(KeychainError) {
      profile = try ProfileChoice.current()
      CallListener.current?.begins(dictionary, profile)
      let outcome = try body(ItemRequest(dictionary: dictionary, profile: profile))
      if case .object(let object) = outcome, let result = unsafe result {
        unsafe result.pointee = object
      }
      return errSecSuccess
    } catch {
      return unsafe refuse(result, error, profile)
    }
  }

  /// After a failure the variable holds nil under the rules of macOS and is left alone under those
  /// of iOS (spec/secitem.md 4.3, 5.7).
  private static func refuse(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ error: KeychainError, _ profile: Profile
  ) -> OSStatus {
    if profile == .dataProtection, let result = unsafe result { unsafe result.pointee = nil }
    CallListener.current?.fails(error)
    EntitlementNotice.tell(error, profile)
    return error.code.rawValue
  }
}
