// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
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

/// One of the four calls: its profile, its status, its result.
@safe
private struct ItemCall {
  private let verb: Request.Verb
  private let result: UnsafeMutablePointer<CFTypeRef?>?
  private let dictionary: ForeignDictionary
  private let changes: NSDictionary?

  /// The end of a call.
  private struct End {
    var error: KeychainError?
    /// Nil where the environment names none that is there.
    var profile: Profile?
  }

  /// Runs a call, where the objects in its dictionary are at home.
  static func run(
    _ verb: Request.Verb, _ query: NSDictionary, setting changes: NSDictionary? = nil,
    _ result: UnsafeMutablePointer<CFTypeRef?>? = nil
  ) -> OSStatus {
    defer { Residue.wipe() }
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
    } catch {
      return unsafe refuse(result, error, .dataProtection)
    }
    defer { ForkBarrier.end() }
    let dictionary = ForeignDictionary(query)
    let call = unsafe ItemCall(
      verb: verb, result: result, dictionary: dictionary, changes: changes)
    guard Watchers.hasInstallation, let remembered = dictionary.rememberedInstallation else {
      return call.watched()
    }
    return CurrentInstallation.$scoped.withValue(remembered) { call.watched() }
  }

  private func watched() -> OSStatus {
    guard Watchers.isAny,
      let watch = CallWatch(CallFacts.Verb(verb), hasResult: unsafe result != nil)
    else {
      let end = run()
      if let error = end.error { keepFailure(error, end.profile) }
      return finish(end)
    }
    let exchange = Exchange()
    let end = run(exchange)
    let status = finish(end)
    var shape = watch.shape
    if let profile = end.profile {
      shape.describe(dictionary, profile)
      if let request = exchange.request { shape.describe(changes, as: request) }
    }
    let caller = UseNotes.current
    let outcome = CallOutcome(error: end.error, trail: exchange.trail)
    let facts = watch.end(shape, asked: AskedFact(exchange), outcome, isInner: caller != nil)
    caller?.ended(facts)
    return status
  }

  /// - Parameter exchange: takes down what is asked of the service, where somebody wants to know.
  private func run(_ exchange: Exchange? = nil) -> End {
    var end = End()
    do throws(KeychainError) {
      let profile = try ProfileChoice.current()
      end.profile = profile
      let request = ItemRequest(dictionary: dictionary, profile: profile, exchange: exchange)
      if case .object(let object) = try request.perform(verb, setting: changes),
        let result = unsafe result
      {
        unsafe result.pointee = object
      }
    } catch { end.error = error }
    return end
  }

  private func finish(_ end: End) -> OSStatus {
    guard let error = end.error else { return errSecSuccess }
    return unsafe Self.refuse(result, error, end.profile ?? .dataProtection)
  }

  private func keepFailure(_ error: KeychainError, _ profile: Profile?) {
    let profile = profile ?? .dataProtection
    CallWatch.keepFailure(
      CallFacts.Verb(verb), hasResult: unsafe result != nil, profile, error
    ) { $0.describe(dictionary, profile) }
  }

  /// After a failure the variable holds nil under the rules of macOS and is left alone under those
  /// of iOS (spec/secitem.md 4.3, 5.7).
  private static func refuse(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ error: KeychainError, _ profile: Profile
  ) -> OSStatus {
    if profile == .dataProtection, let result = unsafe result { unsafe result.pointee = nil }
    EntitlementNotice.tell(error, profile)
    return error.code.rawValue
  }
}
