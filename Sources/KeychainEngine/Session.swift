// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
package import KeychainRows
package import KeychainTypes

/// The engine for one caller: the verbs carry no caller, so a client cannot choose one.
///
/// A cheap value; sessions of one engine share its store and keys.
package struct Session: KeychainService, Administration {
  package let engine: Engine
  package let authorizer: Authorizer
  /// The keys of one call; nil outside of calls.
  private let keys: LiveKeys?
  /// Who wants to know why calls answer what they answer; mostly nobody.
  package private(set) var listener: CallListener?
  /// The lock state that is assumed in place of the real one.
  private(set) var assumed: LockState?

  init(engine: Engine, caller: Caller) {
    self.engine = engine
    authorizer = Authorizer(caller: caller)
    keys = nil
  }

  /// The session during one call.
  init(_ session: Session, with keys: LiveKeys) {
    engine = session.engine
    authorizer = session.authorizer
    listener = session.listener
    assumed = session.assumed
    let kept = session.assumed.map { keys.keeping($0.protections) } ?? keys
    self.keys = listener?.assumesNoPasscode == true ? kept.withoutPasscode : kept
  }

  /// The session with somebody who is told what its calls meet; in a rehearsal they keep nothing.
  ///
  /// - Parameter state: what is locked for it; nil for what is locked now.
  package func told(to listener: CallListener, assuming state: LockState? = nil) -> Session {
    var session = self
    session.listener = listener
    session.assumed = state ?? assumed
    return session
  }

  package var caller: Caller { authorizer.caller }
  package var codec: RowCodec { current.codec }

  /// The keys of the call, or those of now.
  var current: LiveKeys { keys ?? engine.keys }

  package var planner: Planner { codec.planner }
}
