// SPDX-License-Identifier: Apache-2.0

/// An authenticator together with the caller that it is asked for.
package struct BoundAuthenticator: Sendable {
  package let authenticator: any Authenticator
  package let caller: Caller

  package init(_ authenticator: any Authenticator, for caller: Caller) {
    self.authenticator = authenticator
    self.caller = caller
  }

  /// What there is now.
  package var facts: AuthenticationFacts { authenticator.facts(for: caller) }

  /// What there is now, as far as it decides what is proved; no reader is looked for.
  package var factsWithoutReader: AuthenticationFacts {
    authenticator.factsWithoutReader(for: caller)
  }

  /// What there is now, as far as it decides on a requirement: the reader is looked for where that
  /// or the evidence is about one.
  package func facts(
    deciding requirement: AuthenticationRequirement, with evidence: borrowing EvidenceBag
  ) -> AuthenticationFacts {
    requirement.namesBiometry || evidence.holdsBiometry ? facts : factsWithoutReader
  }

  /// What keeps a requirement from being met; nil where nothing does.
  ///
  /// - Parameter facts: of now.
  package func preflight(
    _ requirement: AuthenticationRequirement, in facts: AuthenticationFacts
  ) -> AuthenticationFailure? {
    let obstacle = requirement.preflight(facts)
    authenticator.answered(caller, obstacle)
    return obstacle
  }

  /// What stands for the enrolment or the pairings; nil where there are none.
  package func domainState(_ state: DomainState) -> [UInt8]? {
    authenticator.domainState(state, for: caller)
  }
}
