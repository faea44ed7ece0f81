// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRequests
package import KeychainRows
package import KeychainTypes

/// The engine's service for one caller.
///
/// The caller is fixed when the session is made, so no call can name another caller.
///
/// A session is a value of three words, which fits into an existential without allocation. All
/// sessions of one engine share its store and keys.
package struct Session: ReadingService, Administration {
  package let engine: Engine
  package let authorizer: Authorizer
  private var callState: CallState

  /// The keys and the rehearsal that belong to one call.
  private final class CallState: Sendable {
    static let none = CallState(nil, nil)
    /// The keys that the call uses from beginning to end, or nil outside of calls.
    let keys: LiveKeys?
    /// The assumptions of this call's rehearsal, such as a locked store.
    ///
    /// Nil if the call is not a rehearsal and keeps its changes.
    ///
    /// A rehearsal is a call whose changes are undone at its end.
    let rehearsal: Request.Rehearsal?

    init(_ keys: LiveKeys?, _ rehearsal: Request.Rehearsal?) {
      self.keys = keys
      self.rehearsal = rehearsal
    }
  }

  init(engine: Engine, caller: Caller) {
    self.engine = engine
    authorizer = Authorizer(caller: caller)
    callState = .none
  }

  /// Makes the copy of a session that a single call uses, with the keys of that call.
  init(_ session: Session, with keys: LiveKeys) {
    engine = session.engine
    authorizer = session.authorizer
    guard let rehearsal = session.callState.rehearsal else {
      callState = CallState(keys, nil)
      return
    }
    let kept = rehearsal.lock.map { keys.keeping($0.protections) } ?? keys
    callState = CallState(rehearsal.hasNoPasscode ? kept.withoutPasscode : kept, rehearsal)
  }

  /// Returns a copy of this session whose calls are rehearsals: the changes of a call are undone at
  /// its end.
  ///
  /// - Parameter rehearsal: the assumptions for these calls, such as a locked store.
  package func rehearsing(_ rehearsal: Request.Rehearsal) -> Session {
    var session = self
    session.callState = CallState(callState.keys, rehearsal)
    return session
  }

  /// The assumptions for the rehearsals of this session, or nil if the calls of this session keep
  /// their changes.
  package var rehearsal: Request.Rehearsal? { callState.rehearsal }
  var isRehearsing: Bool { rehearsal != nil }
  package var caller: Caller { authorizer.caller }
  package var codec: RowCodec { current.codec }

  /// The keys of the call in progress, or the engine's keys if there is no call.
  var current: LiveKeys { callState.keys ?? engine.keys }

  package var planner: Planner { codec.planner }
}

/// Binds access controls to this device and its enrolled fingers, and finds items whose enrolled
/// fingers were replaced.
extension Session {
  /// Returns the access control in the form that is stored in an item (Specification/secitem.md,
  /// "Use in the four calls").
  ///
  /// The stored form is bound to this device and its enrolled fingers. If the class key of
  /// `protection` is not available, the function throws before the user sees any prompt.
  ///
  /// - Throws: -25308 or -25291 if the protection is not available. An error that asks for evidence
  ///   if the application password is missing. An error if the access control cannot be bound.
  func bind(
    _ accessControl: AccessControl, _ protection: Protection, _ evidence: Evidence?
  ) throws(KeychainError) -> AccessControl {
    let password = AuthenticationRequirement.applicationPassword(of: accessControl)
    guard !accessControl.isBound || password.needsApplicationPassword else { return accessControl }
    try codec.requireAvailable(protection)
    // A bound access control does not hold the application password: the evidence must have it.
    guard !accessControl.isBound || self.password(in: evidence) != nil else {
      throw .evidence([Challenge.Demand(item: nil, requirement: password)])
    }
    return try accessControl.bound(by: evidence)
  }

  /// Returns the application password in the evidence, with the cost of checking a guess.
  ///
  /// Nil if the evidence has no application password.
  func password(in evidence: Evidence?) -> ApplicationPassword? {
    let isTest = engine.environment.passcodeCost?.isForTests ?? false
    return evidence?.bag.applicationPassword.map {
      ApplicationPassword($0, cost: isTest ? .forTests : ApplicationPassword.standardCost)
    }
  }

  /// Returns true if no one can read an item any more, because its access control is bound to
  /// fingers that were replaced.
  ///
  /// A new item with the same primary key may then replace this item.
  ///
  /// - Throws: `authorizationRequired` if the facts about enrolled fingers that this decision needs
  ///   are not in the evidence.
  func isGone(_ item: OpenedItem, given evidence: Evidence?) throws(KeychainError) -> Bool {
    guard let accessControl = item.metadata.accessControl else { return false }
    if let isGone = accessControl.isGone(given: evidence) { return isGone }
    guard let requirement = AuthenticationRequirement(accessControl, for: .decrypt) else {
      return false
    }
    let identifier = item.facts.persistentIdentifier
    throw .evidence([Challenge.Demand(item: identifier, requirement: requirement)])
  }
}
