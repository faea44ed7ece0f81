// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The evidence that an authentication context keeps for later calls
/// (Specification/access-control.md, "Reuse duration", "Evidence of a context, and SecItem").
///
/// The evidence is the user's proofs, an application password, and the reuse duration. During the
/// reuse duration, an earlier unlock of the device is accepted as a proof.
package struct EvidenceBag: Sendable {
  /// The longest reuse duration in seconds; if the caller sets a longer duration, this value
  /// applies.
  package static let longestReuse = 300.0

  package private(set) var proofs: [Proof] = []
  package var applicationPassword: SecretBytes?
  /// The reuse duration that the caller has set: the seconds for which a biometric unlock of the
  /// device is accepted as a proof.
  ///
  /// If the duration is 0 or negative, an unlock is not accepted.
  package var reuseDuration = 0.0

  package init() {}

  /// True if one of the proofs is a biometric match, even if the match is no longer valid.
  ///
  /// Whether the match is valid depends on the present enrolment.
  package var holdsBiometry: Bool {
    proofs.contains { proof in
      if case .biometry = proof.means { true } else { false }
    }
  }

  /// Adds proofs; a new proof replaces an earlier proof with the same means of authentication.
  package mutating func add(_ more: [Proof]) {
    for proof in more {
      proofs.removeAll { $0.means == proof.means }
      proofs.append(proof)
    }
  }

  /// Returns the means of authentication that the user has validly proved at the time of the facts.
  package func means(in facts: borrowing AuthenticationFacts) -> [Proof.Means] {
    var means: [Proof.Means] = []
    for proof in proofs where proof.counts(in: facts) { means.append(proof.means) }
    if let generation = reusableUnlock(in: facts) {
      means.append(.biometry(generation: generation))
    }
    return means
  }

  /// True if this evidence meets a requirement, so that no prompt is needed.
  package func satisfies(
    _ requirement: AuthenticationRequirement, in facts: borrowing AuthenticationFacts
  ) -> Bool {
    guard !requirement.needsApplicationPassword || applicationPassword != nil else { return false }
    return requirement.count == 0 || requirement.isMet(by: means(in: facts), in: facts)
  }

  /// Returns the present biometric enrolment if a finger or face unlocked the device within the
  /// reuse duration; otherwise nil.
  ///
  /// Biometric matches inside applications are not accepted. Nil if biometry is locked out.
  private func reusableUnlock(in facts: borrowing AuthenticationFacts) -> Identifier16? {
    guard reuseDuration > 0, let unlock = facts.lastBiometricUnlock,
      let biometry = facts.biometry, !biometry.isLockedOut, unlock <= facts.sinceBoot
    else { return nil }
    let longest = Int64(min(reuseDuration, Self.longestReuse) * 1_000_000)
    return facts.sinceBoot - unlock <= longest ? biometry.generation : nil
  }
}

extension EvidenceBag {
  /// Returns when and why proofs in this bag expired, if they would otherwise meet a requirement.
  ///
  /// Nil if the valid proofs meet the requirement, or if the expired proofs would not meet it
  /// either. Also nil if the requirement needs no factor (kind of proof).
  package func lapse(
    of requirement: AuthenticationRequirement, in facts: borrowing AuthenticationFacts
  ) -> EvidenceLapse? {
    guard requirement.count > 0, !requirement.isMet(by: means(in: facts), in: facts),
      requirement.isMet(by: proofs.map(\.means), in: facts)
    else { return nil }
    var latest: (proof: Proof, end: EvidenceLapse.End)?
    for proof in proofs {
      guard let end = proof.end(in: facts) else { continue }
      if let known = latest, known.proof.given >= proof.given { continue }
      latest = (proof, end)
    }
    return latest.map { found in
      let age = max(0, facts.sinceBoot - found.proof.given) / 1_000_000
      return EvidenceLapse(age: Int(age), end: found.end)
    }
  }
}

extension Evidence {
  /// Returns when and why proofs in this evidence expired, if they would otherwise meet a
  /// requirement.
  ///
  /// Nil if the valid proofs meet the requirement, or if the expired proofs would not meet it
  /// either. Also nil if the requirement needs no factor (kind of proof).
  package func lapse(of requirement: AuthenticationRequirement) -> EvidenceLapse? {
    bag.lapse(of: requirement, in: facts)
  }
}
