// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainTypes

/// The engine for one caller: the verbs carry no caller, so a client cannot choose one.
///
/// A cheap value; sessions of one engine share its store and keys.
package struct Session: KeychainService, Administration {
  package let engine: Engine
  package let authorizer: Authorizer

  init(engine: Engine, caller: Caller, refusing refusal: KeychainError?) {
    self.engine = engine
    authorizer = Authorizer(caller: caller, refusing: refusal)
  }

  package var caller: Caller { authorizer.caller }
  var codec: RowCodec { engine.codec }

  var planner: Planner {
    let digests = engine.codec.keybag.digests
    return Planner { (itemClass, attribute, bytes) throws(KeychainError) in
      try sealing { () throws(SealError) in
        try digests.digest(of: bytes.span, attribute: attribute, itemClass: itemClass)
      }
    }
  }
}
