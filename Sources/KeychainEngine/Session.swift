// SPDX-License-Identifier: Apache-2.0
import KeychainRows
package import KeychainTypes

/// The engine for one caller: the verbs carry no caller, so a client cannot choose one.
///
/// A cheap value; sessions of one engine share its store and keys.
package struct Session: KeychainService, Administration {
  package let engine: Engine
  package let authorizer: Authorizer
  /// The keys of one call; nil outside of calls.
  private let keys: LiveKeys?

  init(engine: Engine, caller: Caller, refusing refusal: KeychainError?) {
    self.engine = engine
    authorizer = Authorizer(caller: caller, refusing: refusal)
    keys = nil
  }

  /// The session during one call.
  init(_ session: Session, with keys: LiveKeys) {
    engine = session.engine
    authorizer = session.authorizer
    self.keys = keys
  }

  package var caller: Caller { authorizer.caller }
  var codec: RowCodec { current.codec }

  /// The keys of the call, or those of now.
  var current: LiveKeys { keys ?? engine.keys }

  var planner: Planner { codec.planner }
}
