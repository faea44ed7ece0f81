// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes
import SecureMemory

/// The user of a case, with a passcode and one enrolled finger.
///
/// The user answers prompts in the order that the case has set.
package final class ContractPerson: Authenticator {
  /// The user's answer to a prompt.
  enum Answer: Sendable {
    case finger
    case passcode
    case applicationPassword(String)
    case cancels
    /// The user tries until no try is accepted any more.
    case fails
  }

  private struct State: Sendable {
    var facts = AuthenticationFacts()
    var answers: [Answer] = []
    var prompts = 0
  }

  package let evaluations = RunningEvaluations()
  package let observers = AuthenticationObservers()
  private let state = Lock(State())

  init() {
    enrol(1)
    change { facts in
      facts.hasPasscode = true
      facts.isInteractive = true
    }
  }

  /// Sets the answers to the next prompts.
  func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

  /// The number of prompts that were shown.
  var prompts: Int { state.withLock { $0.prompts } }
  var unused: Int { state.withLock { $0.answers.count } }

  func change(_ body: (inout AuthenticationFacts) -> Void) {
    state.withLock { body(&$0.facts) }
  }

  /// Enrols another finger.
  ///
  /// Items bound to the earlier fingers are lost.
  func enrol(_ number: UInt64) {
    change {
      $0.biometry = .init(
        .touch, generation: Identifier16(high: 7, low: number), enrolments: ["\(number)"])
    }
  }

  package func facts(for caller: Caller) -> AuthenticationFacts { state.withLock { $0.facts } }

  package func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    let (answer, facts) = state.withLock { state -> (Answer?, AuthenticationFacts) in
      state.prompts += 1
      return (state.answers.isEmpty ? nil : state.answers.removeFirst(), state.facts)
    }
    switch answer {
    case .finger:
      guard let generation = facts.biometry?.generation else { throw .biometryNotAvailable }
      return AuthenticationAnswer(proofs: [Proof(.biometry(generation: generation), at: facts)])
    case .passcode: return AuthenticationAnswer(proofs: [Proof(.passcode, at: facts)])
    case .applicationPassword(let text):
      return AuthenticationAnswer(
        proofs: [], applicationPassword: SecretBytes(copying: Array(text.utf8)))
    case .cancels: throw .userCancel
    case .fails: throw .authenticationFailed
    // The case expects no prompt here.
    case nil: throw .systemCancel
    }
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }
}
