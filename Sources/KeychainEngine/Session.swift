// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
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

  /// The state of one call, and of calls that are being recorded.
  private final class CallState: Sendable {
    static let none = CallState(nil, nil, assuming: nil)
    /// The keys of one call; nil outside of calls.
    let keys: LiveKeys?
    /// The listener that records why calls answer what they answer; nil in most processes.
    let listener: CallListener?
    /// The lock state that is assumed in place of the real one.
    let assumed: LockState?

    init(_ keys: LiveKeys?, _ listener: CallListener?, assuming assumed: LockState?) {
      self.keys = keys
      self.listener = listener
      self.assumed = assumed
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
    let (listener, assumed) = (session.callState.listener, session.callState.assumed)
    let kept = assumed.map { keys.keeping($0.protections) } ?? keys
    let keys = listener?.assumesNoPasscode == true ? kept.withoutPasscode : kept
    callState = CallState(keys, listener, assuming: assumed)
  }

  /// The session with somebody who is told what its calls meet; in a rehearsal they keep nothing.
  ///
  /// - Parameter state: what is locked for it; nil for what is locked now.
  package func told(to listener: CallListener, assuming state: LockState? = nil) -> Session {
    var session = self
    session.callState = CallState(callState.keys, listener, assuming: state ?? callState.assumed)
    return session
  }

  /// The listener that records why calls answer what they answer; nil in most processes.
  package var listener: CallListener? { callState.listener }
  package var caller: Caller { authorizer.caller }
  package var codec: RowCodec { current.codec }

  /// The keys of the call, or those of now.
  var current: LiveKeys { callState.keys ?? engine.keys }

  package var planner: Planner { codec.planner }
}
