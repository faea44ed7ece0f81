// SPDX-License-Identifier: Apache-2.0

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
