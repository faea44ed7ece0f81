// SPDX-License-Identifier: Apache-2.0
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
