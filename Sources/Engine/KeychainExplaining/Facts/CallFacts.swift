// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Everything that the findings about a call may use (spec/diagnostics.md 2), as values.
///
/// Each part is made in one place: what the program did by its face, what was asked and how it was
/// decided of the request and its trail, the rest by who looks into the store afterwards. The parts
/// of a part are read as if they were the call's own.
@dynamicMemberLookup
package struct CallFacts: Sendable {
  /// The call that the program made.
  package let shape: CallShape
  /// The request as the service understood it.
  package let asked: AskedFact
  /// The error or the success.
  package let outcome: CallOutcome
  /// The reader of the explanation, and the time.
  package let viewpoint: Viewpoint
  /// The state of the store.
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

  /// These facts with the state of the store.
  package func with(_ store: StoreFacts) -> CallFacts {
    CallFacts(shape, asked: asked, outcome: outcome, from: viewpoint, store: store)
  }

  /// These facts without evidence, to be kept.
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

  /// Bytes of the secret that was given.
  package var secretLength: Int? { shape.pairs.first { $0.key == "v_Data" }?.length }

  /// The status, 0 for success; the code of an `LAError` where the call answers with one.
  package var status: Int32 {
    if shape.verb.tellsOutcome, case .authentication(let failure)? = outcome.error?.context {
      return Int32(failure.rawValue)
    }
    return outcome.error?.code.rawValue ?? 0
  }

  /// The function that the program called.
  package var function: String { shape.use.function ?? shape.verb.function }
}

extension CallFacts {
  /// The calls that can be explained or followed, by the names that traces have.
  package enum Verb: String, Sendable, CaseIterable {
    case copyMatching, add, update, delete
    case createRandomKey, createWithData, copyPublicKey, copyExternalRepresentation
    case createSignature, verifySignature, createEncryptedData, createDecryptedData
    case copyKeyExchangeResult
    case canEvaluatePolicy, evaluatePolicy, evaluateAccessControl

    /// What a call is about.
    package enum Subject: Sendable {
      case items, key, context
    }

    package var subject: Subject {
      switch self {
      case .copyMatching, .add, .update, .delete: .items
      case .createRandomKey, .createWithData, .copyPublicKey, .copyExternalRepresentation,
        .createSignature, .verifySignature, .createEncryptedData, .createDecryptedData,
        .copyKeyExchangeResult:
        .key
      case .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl: .context
      }
    }

    /// Whether the call answers the outcome of an authentication as itself, not as its status
    /// (spec/access-control.md 1.9, seckey.md 7.2).
    package var tellsOutcome: Bool {
      switch self {
      case .createSignature, .createDecryptedData, .copyKeyExchangeResult, .canEvaluatePolicy,
        .evaluatePolicy, .evaluateAccessControl:
        true
      case .copyMatching, .add, .update, .delete, .createRandomKey, .createWithData,
        .copyPublicKey, .copyExternalRepresentation, .verifySignature, .createEncryptedData:
        false
      }
    }

    /// The function of the API.
    package var function: String {
      let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
      return switch subject {
      case .items: "SecItem" + name
      case .key: "SecKey" + name
      case .context: "LAContext." + rawValue
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
  /// The language in which advice is written.
  package enum Language: Sendable {
    case swift, c, shell
  }

  /// The language of advice: that of a shell for the owner's own tool, else that of the program.
  package var language: Language {
    shape.caller.origin == .tool ? .shell : shape.isFromC ? .c : .swift
  }
}

/// The reader of an explanation, and the time of the call.
package struct Viewpoint: Sendable {
  /// False where a real call is explained.
  package var isDryRun = true
  package var assumptions: [CallFacts.Assumption] = []
  /// The rights of the reader.
  package var level = CallFacts.Level.caller
  /// The calls before it, the oldest first.
  package var earlier: [CallRecord] = []
  /// When it was made; in a rehearsal, when it was asked about.
  package var moment: MonotonicTime?
  /// Whether nobody listened to the call, so that what it met is not known.
  package var isUnobserved = false

  package init() {}
}

extension CallFacts {
  /// What may be told (spec/diagnostics.md 8.1).
  package enum Level: String, Sendable {
    /// What the program's own calls could tell.
    case caller
    /// What the store's owner may know: other programs' groups and names, no values.
    case owner
  }

  /// A state that is assumed in place of the real one (`--if`).
  package enum Assumption: String, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    case beforeFirstUnlock = "before-first-unlock"
    case background
    case headless
    case noPasscode = "no-passcode"
  }
}
