// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// What a context remembers: proofs, an application password, how long an unlocking of the device
/// counts (spec/access-control.md 1.7, 1.9).
package struct EvidenceBag: Sendable {
  /// Seconds above which a reuse duration has no further effect.
  package static let longestReuse = 300.0

  package private(set) var proofs: [Proof] = []
  package var applicationPassword: SecretBytes?
  /// Seconds, as the caller set them; 0 and less: no reuse.
  package var reuseDuration = 0.0

  package init() {}

  /// Whether a match is among the proofs: the enrolment of now says whether it counts.
  package var holdsBiometry: Bool {
    proofs.contains { proof in
      if case .biometry = proof.means { true } else { false }
    }
  }

  /// Adds proofs; of two by the same means the later one stays.
  package mutating func add(_ more: [Proof]) {
    for proof in more {
      proofs.removeAll { $0.means == proof.means }
      proofs.append(proof)
    }
  }

  /// What is proved at the moment of the facts.
  package func means(in facts: borrowing AuthenticationFacts) -> [Proof.Means] {
    var means: [Proof.Means] = []
    for proof in proofs where proof.counts(in: facts) { means.append(proof.means) }
    if let generation = reusableUnlock(in: facts) {
      means.append(.biometry(generation: generation))
    }
    return means
  }

  /// Whether a requirement needs nobody to be asked.
  package func satisfies(
    _ requirement: AuthenticationRequirement, in facts: borrowing AuthenticationFacts
  ) -> Bool {
    guard !requirement.needsApplicationPassword || applicationPassword != nil else { return false }
    return requirement.count == 0 || requirement.isMet(by: means(in: facts), in: facts)
  }

  /// The enrolment whose match unlocked the device recently enough; matches inside applications
  /// do not count, nor does an unlocking before a lockout.
  private func reusableUnlock(in facts: borrowing AuthenticationFacts) -> Identifier16? {
    guard reuseDuration > 0, let unlock = facts.lastBiometricUnlock,
      let biometry = facts.biometry, !biometry.isLockedOut, unlock <= facts.sinceBoot
    else { return nil }
    let longest = Int64(min(reuseDuration, Self.longestReuse) * 1_000_000)
    return facts.sinceBoot - unlock <= longest ? biometry.generation : nil
  }
}

/// How evidence that would have met a requirement has ceased to count (spec/access-control.md 1.9).
package struct EvidenceLapse: Hashable, Sendable {
  /// What ended it.
  package enum End: Hashable, Sendable {
    /// Its lifetime is over.
    case time
    /// A lock came, or a start of the device.
    case lock
    /// It was about another passcode.
    case passcode
    /// It was about another enrolment.
    case enrolment
  }

  /// Seconds since it was given.
  package let age: Int
  package let end: End

  package init(age: Int, end: End) {
    self.age = age
    self.end = end
  }
}

extension EvidenceBag {
  /// How the evidence for a requirement has ceased to count; nil where it still counts, and where
  /// there never was enough of it.
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
  /// How the evidence for a requirement has ceased to count.
  package func lapse(of requirement: AuthenticationRequirement) -> EvidenceLapse? {
    bag.lapse(of: requirement, in: facts)
  }
}
