// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

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
