// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What a program did, as it is known before anybody answers: names, kinds and sizes, no values
/// (spec/diagnostics.md 2, F1 and F2).
package struct CallShape: Sendable {
  package let verb: CallFacts.Verb
  package var profile: Profile
  /// False where the environment names none that is there: no rule was looked at.
  package var isProfileKnown = true
  package var caller: Caller
  package var pairs: [CallFacts.Pair] = []
  package var changedPairs: [CallFacts.Pair] = []
  /// Whether there is a place for the result.
  package var hasResult = true
  /// Whether the program makes its calls by the functions of C.
  package var isFromC = false
  /// Whether the caller's context forbids prompts.
  package var forbidsInteraction = false
  /// On which thread.
  package var thread: UInt64 = 0
  /// What is asked of a key or a context, where the call is no item's.
  package var use = UseFact()

  package init(_ verb: CallFacts.Verb, _ profile: Profile, _ caller: Caller) {
    self.verb = verb
    self.profile = profile
    self.caller = caller
  }
}

extension CallFacts {
  /// One pair of a caller's dictionary (F2).
  package struct Pair: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case text, data, number, boolean, date, constant, reference, other
    }

    package enum Effect: String, Sendable {
      case filter, stored, changed, `return`, option, ignored, stripped, rejected
    }

    package let key: String
    package let kind: Kind
    /// Bytes of text and data.
    package let length: Int?
    /// The value where it is no personal one: a constant, a Boolean, a number of a limit.
    package let value: String?
    package var effect: Effect
    /// Tells equal values of one process from different ones.
    package let digest: UInt32?

    package init(
      key: String, kind: Kind, length: Int?, value: String?, effect: Effect, digest: UInt32? = nil
    ) {
      self.key = key
      self.kind = kind
      self.length = length
      self.value = value
      self.effect = effect
      self.digest = digest
    }
  }
}
