// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// All facts about one keychain call, from which the findings of its explanation are made.
///
/// Specification/diagnostics.md, "Facts of a call", lists the facts. `shape` comes from the
/// function that the program called. `asked` and `outcome` come from the request and its trail
/// (record of decisions). `store` comes from the store, which is read after the call. Members of
/// these parts can be read as members of `CallFacts`.
@dynamicMemberLookup
package struct CallFacts: Sendable {
  /// The call as the program made it: the function, and its dictionaries without personal values.
  package let shape: CallShape
  /// The request of the call, as the keychain service understood the request.
  package let asked: AskedFact
  /// The error or the success of the call.
  package let outcome: CallOutcome
  /// The reader of the explanation, and the time of the call.
  package let viewpoint: Viewpoint
  /// The state of the store and the device, looked up after the call.
  package let store: StoreFacts

  package init(
    _ shape: CallShape, asked: AskedFact = AskedFact(), outcome: CallOutcome = CallOutcome(),
    from viewpoint: Viewpoint = Viewpoint(), store: StoreFacts = StoreFacts()
  ) {
    self.shape = shape
    self.asked = asked
    self.outcome = outcome
    self.viewpoint = viewpoint
    self.store = store
  }

  /// Returns a copy of these facts with the given state in place of `store`.
  package func with(_ store: StoreFacts) -> CallFacts {
    CallFacts(shape, asked: asked, outcome: outcome, from: viewpoint, store: store)
  }

  /// A copy of these facts that may be kept after the call.
  ///
  /// The copy has no authentication evidence (proof that the user authenticated).
  var withoutEvidence: CallFacts {
    CallFacts(
      shape, asked: asked.withoutEvidence, outcome: outcome, from: viewpoint, store: store)
  }

  package subscript<Part>(dynamicMember path: KeyPath<CallShape, Part>) -> Part {
    shape[keyPath: path]
  }
  package subscript<Part>(dynamicMember path: KeyPath<AskedFact, Part>) -> Part {
    asked[keyPath: path]
  }
  package subscript<Part>(dynamicMember path: KeyPath<CallOutcome, Part>) -> Part {
    outcome[keyPath: path]
  }
  package subscript<Part>(dynamicMember path: KeyPath<Viewpoint, Part>) -> Part {
    viewpoint[keyPath: path]
  }
  package subscript<Part>(dynamicMember path: KeyPath<StoreFacts, Part>) -> Part {
    store[keyPath: path]
  }

  /// The number of bytes of the secret that the caller passed, or nil if the caller passed no
  /// secret.
  package var secretLength: Int? { shape.pairs.first { $0.key == "v_Data" }?.length }

  /// The status of the call, or the code of the `LAError` that the call reports; 0 for success.
  package var status: Int32 {
    if shape.verb.tellsOutcome, case .authentication(let failure)? = outcome.error?.context {
      return Int32(failure.rawValue)
    }
    return outcome.error?.code.rawValue ?? 0
  }

  /// The name of the API function that the program called, for example `SecItemAdd`.
  package var function: String { shape.use.function ?? shape.verb.function }
}

extension CallFacts {
  /// The API functions whose calls can be explained or traced.
  ///
  /// The raw value of a case is the name of the function in traces.
  package enum Verb: String, Sendable, CaseIterable {
    case copyMatching, add, update, delete
    case createRandomKey, createWithData, copyPublicKey, copyExternalRepresentation
    case createSignature, verifySignature, createEncryptedData, createDecryptedData
    case copyKeyExchangeResult
    case canEvaluatePolicy, evaluatePolicy, evaluateAccessControl
    /// Any `SecKeychain` function that does not act on an item, such as `SecKeychainUnlock`.
    ///
    /// The name of the function is in `CallShape.use.function`.
    case keychain

    /// The kind of object that a call is about: keychain items, a key, an authentication context,
    /// or a keychain.
    package enum Subject: Sendable {
      case items, key, context, keychain
    }

    package var subject: Subject {
      switch self {
      case .copyMatching, .add, .update, .delete: .items
      case .createRandomKey, .createWithData, .copyPublicKey, .copyExternalRepresentation,
        .createSignature, .verifySignature, .createEncryptedData, .createDecryptedData,
        .copyKeyExchangeResult:
        .key
      case .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl: .context
      case .keychain: .keychain
      }
    }

    /// True if the function reports the outcome of an authentication as an `LAError`, not as a
    /// status.
    ///
    /// Specification/access-control.md, "Evidence of a context, and SecItem", and
    /// Specification/seckey.md, "Secure Enclave keys", have the rule.
    package var tellsOutcome: Bool {
      switch self {
      case .createSignature, .createDecryptedData, .copyKeyExchangeResult, .canEvaluatePolicy,
        .evaluatePolicy, .evaluateAccessControl:
        true
      case .copyMatching, .add, .update, .delete, .createRandomKey, .createWithData,
        .copyPublicKey, .copyExternalRepresentation, .verifySignature, .createEncryptedData,
        .keychain:
        false
      }
    }

    /// The name of the function in the API, for example `SecItemAdd`.
    package var function: String {
      let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
      return switch subject {
      case .items: "SecItem" + name
      case .key: "SecKey" + name
      case .context: "LAContext." + rawValue
      case .keychain: "SecKeychain"
      }
    }
  }
}

extension CallFacts.Verb {
  package init(_ verb: Request.Verb) {
    switch verb {
    case .add: self = .add
    case .copyMatching: self = .copyMatching
    case .update: self = .update
    case .delete: self = .delete
    }
  }
}

extension CallFacts {
  /// A programming language in which a report writes its advice.
  package enum Language: Sendable {
    case swift, c, shell
  }

  /// The programming language in which a report gives advice about the call.
  ///
  /// Shell for a call of the `security` command, otherwise the language of the calling program.
  package var language: Language {
    shape.caller.origin == .tool ? .shell : shape.isFromC ? .c : .swift
  }
}

extension CallFacts {
  /// The amount of detail that a report may show (Specification/diagnostics.md, "Levels of
  /// detail").
  package enum Level: String, Sendable {
    /// Only facts that the program could learn by its own calls.
    case caller
    /// Facts for the owner of the store, with the groups and names of other programs, but without
    /// values.
    case owner
  }

  /// A state of the device that a rehearsed call assumes in place of the real state (option `--if`
  /// of `security explain`).
  package enum Assumption: String, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    case beforeFirstUnlock = "before-first-unlock"
    case background
    case headless
    case noPasscode = "no-passcode"
  }
}
