// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A machine with no sensor, no passcode and nobody to ask.
///
/// What an installation has that names no authenticator, and a process without a store: its answers
/// are true there, and a call that needs evidence ends at once.
package final class UnattendedAuthenticator: Authenticator {
  package let evaluations = RunningEvaluations()
  package let observers = AuthenticationObservers()
  private let clock: any KeychainClock

  package init(clock: any KeychainClock) {
    self.clock = clock
  }

  package func facts(for caller: Caller) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    facts.sinceBoot = clock.sinceBoot()
    return facts
  }

  package func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    throw .notInteractive
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }
}
