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
  unsafe ItemCall.run(result, attributes) { (profile, dictionary) throws(KeychainError) in
    let reading = try ItemReader(profile: profile).read(dictionary)
    let service = try ServiceChoice.current(in: profile)
    let match = try EvidenceLoop(dictionary, reading, for: service).run {
      (evidence) throws(KeychainError) in
      try service.add(reading.bringing(evidence))
    }
    guard let match, case .success(let item) = reading.outcome else { return .untouched }
    let writer = ResultWriter(
      verb: .add, profile: profile, returns: item.returns,
      terms: item.itemClass == .key ? .init(dictionary, item.interaction) : nil)
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
  unsafe ItemCall.run(result, query) { (profile, dictionary) throws(KeychainError) in
    let reading = try QueryReader(verb: .copyMatching, profile: profile).read(dictionary)
    let service = try ServiceChoice.current(in: profile)
    let loop = EvidenceLoop(dictionary, reading, for: service)
    let matches = try loop.run { (evidence) throws(KeychainError) in
      try service.copyMatching(reading.bringing(evidence))
    }
    guard case .success(let query) = reading.outcome else { return .untouched }
    guard !query.returns.isEmpty || !query.limit.isSingle else { return .untouched }
    let writer = ResultWriter(
      verb: .copyMatching, profile: profile, returns: query.returns,
      terms: query.itemClass == .key ? .init(dictionary, query.interaction) : nil)
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
  ItemCall.run(query) { (profile, dictionary) throws(KeychainError) in
    let reading = try QueryReader(verb: .update, profile: profile).read(dictionary)
    let changes = try ChangesReader(profile: profile).read(attributesToUpdate, for: reading)
    let service = try ServiceChoice.current(in: profile)
    try EvidenceLoop(dictionary, reading, for: service).run { (evidence) throws(KeychainError) in
      try service.update(reading.bringing(evidence), setting: changes)
    }
  }
}

/// Removes every item that matches (spec/secitem.md 7).
///
/// - Parameter query: class or persistent reference, and attributes that must match.
/// - Returns: errSecItemNotFound when nothing matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  ItemCall.run(query) { (profile, dictionary) throws(KeychainError) in
    let reading = try QueryReader(verb: .delete, profile: profile).read(dictionary)
    let service = try ServiceChoice.current(in: profile)
    try EvidenceLoop(dictionary, reading, for: service).run { (evidence) throws(KeychainError) in
      try service.delete(reading.bringing(evidence))
    }
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
  static func run(
    _ query: NSDictionary, _ body: (Profile, ForeignDictionary) throws(KeychainError) -> Void
  ) -> OSStatus {
    unsafe run(nil, query) { (profile, dictionary) throws(KeychainError) in
      try body(profile, dictionary)
      return .untouched
    }
  }

  /// Runs a call with a result, where the objects in its dictionary are at home.
  static func run(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ query: NSDictionary,
    _ body: (Profile, ForeignDictionary) throws(KeychainError) -> Outcome
  ) -> OSStatus {
    defer { Residue.wipe() }
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
    } catch {
      return unsafe refuse(result, error, .dataProtection)
    }
    defer { ForkBarrier.end() }
    let dictionary = ForeignDictionary(query)
    guard let remembered = dictionary.rememberedInstallation else {
      return unsafe run(result, dictionary, body)
    }
    return CurrentInstallation.$scoped.withValue(remembered) {
      unsafe run(result, dictionary, body)
    }
  }

  private static func run(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ dictionary: ForeignDictionary,
    _ body: (Profile, ForeignDictionary) throws(KeychainError) -> Outcome
  ) -> OSStatus {
    var profile = Profile.dataProtection
    do throws(KeychainError) {
      profile = try ProfileChoice.current()
      let outcome = try body(profile, dictionary)
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
    return error.code.rawValue
  }
}
