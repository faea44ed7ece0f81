// SPDX-License-Identifier: Apache-2.0

/// An authenticator, together with the caller for which it asks the user.
package struct BoundAuthenticator: Sendable {
  package let authenticator: any Authenticator
  package let caller: Caller

  package init(_ authenticator: any Authenticator, for caller: Caller) {
    self.authenticator = authenticator
    self.caller = caller
  }

  /// The facts about authentication at this moment, as the caller sees them.
  package var facts: AuthenticationFacts { authenticator.facts(for: caller) }

  /// The facts about authentication at this moment, found without starting a process.
  ///
  /// The authenticator does not look for a biometric reader if the search would start a process.
  /// These facts suffice to decide whether the user's earlier proofs are still valid.
  package var factsWithoutReader: AuthenticationFacts {
    authenticator.factsWithoutReader(for: caller)
  }

  /// Returns the facts about authentication that decide whether the user's earlier proofs meet a
  /// requirement.
  ///
  /// The authenticator looks for a biometric reader only if the requirement or the earlier proofs
  /// depend on a reader.
  package func facts(
    deciding requirement: AuthenticationRequirement, with evidence: borrowing EvidenceBag
  ) -> AuthenticationFacts {
    requirement.namesBiometry || evidence.holdsBiometry ? facts : factsWithoutReader
  }

  /// Returns the reason why the caller cannot meet a requirement at the time of the facts; nil if
  /// it can be met.
  ///
  /// Also reports the result to the authenticator, by calling `Authenticator.answered`.
  ///
  /// - Parameter facts: the facts about authentication at this moment.
  package func preflight(
    _ requirement: AuthenticationRequirement, in facts: AuthenticationFacts
  ) -> AuthenticationFailure? {
    let obstacle = requirement.preflight(facts)
    authenticator.answered(caller, obstacle)
    return obstacle
  }

  /// Returns 32 bytes that change when the means of authentication that `state` names (enrolment,
  /// paired devices or both) change.
  ///
  /// Nil if nothing is enrolled or paired.
  package func domainState(_ state: DomainState) -> [UInt8]? {
    authenticator.domainState(state, for: caller)
  }
}
