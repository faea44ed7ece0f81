// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
package import KeychainTypes

/// Knows what the real one knows, and asks nobody: what would have been asked is told the listener.
package final class RehearsalAuthenticator: Authenticator {
  private let real: any Authenticator
  private let listener: CallListener
  /// Whether nobody can be asked, as is assumed.
  private let isAlone: Bool
  /// Whether no passcode is set, and so no finger enrolled, as is assumed.
  private let hasNoPasscode: Bool
  package let evaluations = RunningEvaluations()
  package let observers = AuthenticationObservers()

  package init(
    _ real: any Authenticator, telling listener: CallListener, isAlone: Bool,
    hasNoPasscode: Bool = false
  ) {
    self.real = real
    self.listener = listener
    self.isAlone = isAlone
    self.hasNoPasscode = hasNoPasscode
  }

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
    listener.note { $0.asks.append(request.requirement) }
    throw .appCancel
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    real.domainState(state, for: caller)
  }
}
