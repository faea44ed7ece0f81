// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Adds an item (Specification/secitem.md, "SecItemAdd").
///
/// - Parameters:
///   - attributes: the class, the attributes and the secret of the item, and the `kSecReturn…`
///     keys.
///   - result: receives the results that the `kSecReturn…` keys demand.
/// - Returns: errSecDuplicateItem if an item with an equal primary key is stored already.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  unsafe ItemCall.run(.add, attributes, result)
}

/// Finds items (Specification/secitem.md, "SecItemCopyMatching").
///
/// - Parameters:
///   - query: the class or a persistent reference, the attributes that must match, the limit, and
///     the `kSecReturn…` keys.
///   - result: receives an object for one item if the limit is one, otherwise an array of objects.
/// - Returns: errSecItemNotFound if no item matches.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  unsafe ItemCall.run(.copyMatching, query, result)
}

/// Changes every item that matches (Specification/secitem.md, "SecItemUpdate").
///
/// - Parameters:
///   - query: the class or a persistent reference, and the attributes that must match.
///   - attributesToUpdate: the new values of attributes, and the new secret if it changes.
/// - Returns: errSecItemNotFound if no item matches.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  unsafe ItemCall.run(.update, query, setting: attributesToUpdate)
}

/// Removes every item that matches (Specification/secitem.md, "SecItemDelete").
///
/// - Parameter query: the class or a persistent reference, and the attributes that must match.
/// - Returns: errSecItemNotFound if no item matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  unsafe ItemCall.run(.delete, query)
}

/// A call of `SecItemAdd`, `SecItemCopyMatching`, `SecItemUpdate` or `SecItemDelete`.
@safe
private struct ItemCall {
  private let verb: Request.Verb
  private let result: UnsafeMutablePointer<CFTypeRef?>?
  private let dictionary: ForeignDictionary
  private let changes: NSDictionary?

  /// The outcome of a call: the error, if the call failed, and the profile of the call.
  private struct End {
    var error: KeychainError?
    /// The profile: the rules by which dictionaries are read, for example the rules of iOS.
    ///
    /// Nil if the environment variable `LATCHKEY_PROFILE` names an unknown profile.
    var profile: Profile?
  }

  /// Runs a call in the test installation (a test's service and caller) that the objects in the
  /// call's dictionary remember.
  ///
  /// If the objects remember no installation, the current installation is used.
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
    let notes = KeychainNotes()
    let end = run(exchange, notes)
    let status = finish(end)
    var shape = watch.shape
    if let profile = end.profile {
      shape.describe(dictionary, profile)
      if let request = exchange.request { shape.describe(changes, as: request) }
    }
    let caller = UseNotes.current
    var outcome = CallOutcome(error: end.error, trail: exchange.trail)
    outcome.keychains = notes.trail(
      of: ItemRequest(dictionary: dictionary, profile: shape.profile), verb, after: end.error)
    let facts = watch.end(shape, asked: notes.asked(exchange), outcome, isInner: caller != nil)
    caller?.ended(facts)
    return status
  }

  /// Performs the call and stores its result in the caller's variable.
  ///
  /// - Parameters:
  ///   - exchange: records the requests to the service and its answers; nil if the call is not
  ///     being traced.
  ///   - notes: records the keychains that the call asks; nil if the call is not being traced.
  private func run(_ exchange: Exchange? = nil, _ notes: KeychainNotes? = nil) -> End {
    var end = End()
    do throws(KeychainError) {
      let profile = try ProfileChoice.current()
      end.profile = profile
      let request = ItemRequest(
        dictionary: dictionary, profile: profile, exchange: exchange, keychains: notes,
        hasResult: unsafe result != nil)
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

  /// Ends a failed call: returns the status of the error.
  ///
  /// If an entitlement is missing, the function also says so on standard error, once per process.
  ///
  /// In the profile `dataProtection` (the rules of macOS), the result variable becomes nil. In
  /// other profiles it keeps its value (Specification/secitem.md, "Result shape by return keys",
  /// "Results of Add").
  private static func refuse(
    _ result: UnsafeMutablePointer<CFTypeRef?>?, _ error: KeychainError, _ profile: Profile
  ) -> OSStatus {
    if profile == .dataProtection, let result = unsafe result { unsafe result.pointee = nil }
    EntitlementNotice.tell(error, profile)
    return error.code.rawValue
  }
}
