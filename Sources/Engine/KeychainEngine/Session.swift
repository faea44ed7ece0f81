// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRequests
package import KeychainRows
package import KeychainTypes

/// The engine for one caller: the verbs carry no caller, so a client cannot choose one.
///
/// A cheap value of three words, for which an existential needs no memory of its own; sessions of
/// one engine share its store and keys.
package struct Session: ReadingService, Administration {
  package let engine: Engine
  package let authorizer: Authorizer
  private var callState: CallState

  /// The state of one call.
  private final class CallState: Sendable {
    static let none = CallState(nil, nil)
    /// The keys of one call; nil outside of calls.
    let keys: LiveKeys?
    /// What is assumed where the call is only rehearsed.
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

  /// The session during one call.
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

  /// The session for calls that keep no change.
  package func rehearsing(_ rehearsal: Request.Rehearsal) -> Session {
    var session = self
    session.callState = CallState(callState.keys, rehearsal)
    return session
  }

  /// What is assumed where calls keep no change; nil where they do.
  package var rehearsal: Request.Rehearsal? { callState.rehearsal }
  var isRehearsing: Bool { rehearsal != nil }
  package var caller: Caller { authorizer.caller }
  package var codec: RowCodec { current.codec }

  /// The keys of the call, or those of now.
  var current: LiveKeys { callState.keys ?? engine.keys }

  package var planner: Planner { codec.planner }
}

/// Access controls before an item is stored under them, and after they can never be met again.
extension Session {
  /// The access control in the form that is stored (spec/secitem.md 11.5).
  ///
  /// Without the class key that is the answer, before anybody is asked for anything.
  ///
  /// - Throws: -25308 and -25291 for the protection, what binding throws for the rest.
  func bind(
    _ accessControl: AccessControl, _ protection: Protection, _ evidence: Evidence?
  ) throws(KeychainError) -> AccessControl {
    let password = AuthenticationRequirement.applicationPassword(of: accessControl)
    guard !accessControl.isBound || password.needsApplicationPassword else { return accessControl }
    try codec.requireAvailable(protection)
    // What is bound already has no password here yet.
    guard !accessControl.isBound || self.password(in: evidence) != nil else {
      throw .evidence([Challenge.Demand(item: nil, requirement: password)])
    }
    return try accessControl.bound(by: evidence)
  }

  /// The application password among the evidence, with what a try of it costs.
  func password(in evidence: Evidence?) -> ApplicationPassword? {
    let isTest = engine.environment.passcodeCost?.isForTests ?? false
    return evidence?.bag.applicationPassword.map {
      ApplicationPassword($0, cost: isTest ? .forTests : ApplicationPassword.standardCost)
    }
  }

  /// Whether an item counts as lost, since its enrolment has been replaced: it gives way to another
  /// with its primary key.
  ///
  /// - Throws: `authorizationRequired` where the facts are missing that decide it.
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
