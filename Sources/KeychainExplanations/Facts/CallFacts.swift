// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Everything that the findings about a call may use (spec/diagnostics.md 2), as values.
///
/// Each part is made in one place: what the program did by its face, what was asked and how it was
/// decided of the request and its trail, the rest by who looks into the store afterwards. The parts
/// of a part are read as if they were the call's own.
@dynamicMemberLookup
package struct CallFacts: Sendable {
  /// What the program did.
  package let shape: CallShape
  /// What the service understood.
  package let asked: AskedFact
  /// What came of it.
  package let outcome: CallOutcome
  /// Who is told, and when.
  package let viewpoint: Viewpoint
  /// What the store tells of it.
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

  /// The same with what the store tells.
  package func with(_ store: StoreFacts) -> CallFacts {
    CallFacts(shape, asked: asked, outcome: outcome, from: viewpoint, store: store)
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
