// SPDX-License-Identifier: Apache-2.0
import Foundation
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
  unsafe ItemCall.run(result) { (profile) throws(KeychainError) in
    let reading = try ItemReader(profile: profile).read(attributes)
    let match = try ServiceChoice.current(in: profile).add(reading)
    guard let match, case .success(let item) = reading.outcome else { return .untouched }
    let writer = ResultWriter(verb: .add, profile: profile, returns: item.returns)
    return item.returns.isEmpty ? .untouched : .object(writer.element(match))
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
  unsafe ItemCall.run(result) { (profile) throws(KeychainError) in
    let reading = try QueryReader(verb: .copyMatching, profile: profile).read(query)
    let matches = try ServiceChoice.current(in: profile).copyMatching(reading)
    guard case .success(let query) = reading.outcome else { return .untouched }
    guard !query.returns.isEmpty || !query.limit.isSingle else { return .untouched }
    let writer = ResultWriter(verb: .copyMatching, profile: profile, returns: query.returns)
    return .object(writer.result(matches, limit: query.limit))
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
  ItemCall.run { (profile) throws(KeychainError) in
    let reading = try QueryReader(verb: .update, profile: profile).read(query)
    let changes = try ChangesReader(profile: profile).read(attributesToUpdate, for: reading)
    try ServiceChoice.current(in: profile).update(reading, setting: changes)
  }
}

/// Removes every item that matches (spec/secitem.md 7).
///
/// - Parameter query: class or persistent reference, and attributes that must match.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  ItemCall.run { (profile) throws(KeychainError) in
    let reading = try QueryReader(verb: .delete, profile: profile).read(query)
    try ServiceChoice.current(in: profile).delete(reading)
  }
}

/// One call: its profile, its status, its result.
private enum ItemCall {
  /// What becomes of the caller's variable after success.
  enum Outcome {
    case untouched
    case object(CFTypeRef?)
  }

  /// Runs a call without a result.
  static func run(_ body: (Profile) throws(KeychainError) -> Void) -> OSStatus {
    unsafe run(nil) { (profile) throws(KeychainError) in
      try body(profile)
      return .untouched
    }
  }

  /// Runs a call with a result.
  ///
  /// After a failure the variable holds nil under the rules of macOS and is left alone under those
  /// of iOS (spec/secitem.md 4.3, 5.7).
  static func run(
    _ result: UnsafeMutablePointer<CFTypeRef?>?,
    _ body: (Profile) throws(KeychainError) -> Outcome
  ) -> OSStatus {
    var profile = Profile.dataProtection
    defer { Residue.wipe() }
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      profile = try ProfileChoice.current()
      let outcome = try body(profile)
      if case .object(let object) = outcome, let result = unsafe result {
        unsafe result.pointee = object
      }
      return errSecSuccess
    } catch {
      if profile == .dataProtection, let result = unsafe result { unsafe result.pointee = nil }
      return status(of: error)
    }
  }

  /// There is nobody yet who could be asked for evidence, so that a call that needs some answers
  /// like one that must not ask.
  private static func status(of error: KeychainError) -> OSStatus {
    error.code == .authorizationRequired ? errSecInteractionNotAllowed : error.code.rawValue
  }
}
