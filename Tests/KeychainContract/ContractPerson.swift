// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes
import SecureMemory

/// The person before the device of a case: has a passcode and one enrolled finger, and answers
/// prompts as the case has told, in order.
package final class ContractPerson: Authenticator {
  /// What the person does at a prompt.
  enum Answer: Sendable {
    case finger
    case passcode
    case applicationPassword(String)
    case cancels
    /// Tries until no try is taken any more.
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

  /// What the person does at the next prompts.
  func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

  /// How many prompts were shown, and answers that none has used.
  var prompts: Int { state.withLock { $0.prompts } }
  var unused: Int { state.withLock { $0.answers.count } }

  func change(_ body: (inout AuthenticationFacts) -> Void) {
    state.withLock { body(&$0.facts) }
  }

  /// Another finger: what is bound to those of before is lost.
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
    // Nobody was to be asked.
    case nil: throw .systemCancel
    }
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }
}
