// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainTracing
import KeychainTypes
import SecureMemory

/// One of the four calls: its profile, its status, its result.
@safe
struct ItemCall {
  let verb: CallFacts.Verb
  let result: UnsafeMutablePointer<CFTypeRef?>?
  let dictionary: ForeignDictionary
  let changes: NSDictionary?

  typealias Body = (ItemRequest) throws(KeychainError) -> ItemRequest.Outcome

  /// Runs a call without a result.
  static func run(
    _ verb: CallFacts.Verb, _ query: NSDictionary, _ changes: NSDictionary? = nil,
    _ body: (ItemRequest) throws(KeychainError) -> Void
  ) -> OSStatus {
    unsafe run(verb, nil, query, changes) { (request) throws(KeychainError) in
      try body(request)
      return .untouched
    }
  }

  /// Runs a call with a result, where the objects in its dictionary are at home.
  static func run(
    _ verb: CallFacts.Verb, _ result: UnsafeMutablePointer<CFTypeRef?>?, _ query: NSDictionary,
    _ changes: NSDictionary? = nil, _ body: Body
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
    // What is rehearsed stays where it is, whatever its objects remember.
    guard Watchers.hasInstallation, let remembered = dictionary.rememberedInstallation,
      !CallListener.isRehearsing
    else { return call.watched(body) }
    return CurrentInstallation.$scoped.withValue(remembered) { call.watched(body) }
  }

  private func watched(_ body: Body) -> OSStatus {
    guard Watchers.isAny, !CallListener.isRehearsing,
      let watch = CallWatch(verb, hasResult: unsafe result != nil)
    else {
      return run(body)
    }
    return watch.follow { _ in run(body) }
  }

  private func run(_ body: Body) -> OSStatus {
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
      if CallListener.current == nil {
        CallWatch.keepFailure(verb, hasResult: unsafe result != nil, profile) { listener in
          listener.begins(dictionary, profile)
          listener.fails(error)
        }
      }
      return unsafe Self.refuse(result, error, profile)
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
