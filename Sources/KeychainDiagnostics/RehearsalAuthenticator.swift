// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Knows what the real one knows, and asks nobody: what would have been asked it keeps.
package final class RehearsalAuthenticator: Authenticator {
  private let real: any Authenticator
  /// Whether nobody can be asked, as is assumed.
  private let isAlone: Bool
  /// Whether no passcode is set, and so no finger enrolled, as is assumed.
  private let hasNoPasscode: Bool
  private let requirements = Lock<[AuthenticationRequirement]>([])
  package let evaluations = RunningEvaluations()
  package let observers = AuthenticationObservers()

  package init(
    _ real: any Authenticator, isAlone: Bool,
    hasNoPasscode: Bool = false
  ) {
    self.real = real
    self.isAlone = isAlone
    self.hasNoPasscode = hasNoPasscode
  }

  /// What a person was to prove.
  package var asks: [AuthenticationRequirement] { requirements.withLock { $0 } }

  package func facts(for caller: Caller) -> AuthenticationFacts { changed(real.facts(for: caller)) }

  package func factsWithoutReader(for caller: Caller) -> AuthenticationFacts {
    changed(real.factsWithoutReader(for: caller))
  }

  private func changed(_ facts: AuthenticationFacts) -> AuthenticationFacts {
    var facts = facts
    if isAlone { facts.isInteractive = false }
    if hasNoPasscode {
      facts.hasPasscode = false
      facts.biometry?.enrolments = []
    }
    return facts
  }

  package func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    requirements.withLock { $0.append(request.requirement) }
    throw .appCancel
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    real.domainState(state, for: caller)
  }
}
