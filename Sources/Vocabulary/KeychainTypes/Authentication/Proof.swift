// SPDX-License-Identifier: Apache-2.0

/// A proof of the user's identity, which the user gave in one step of an evaluation
/// (Specification/access-control.md, "Evidence of a context, and SecItem").
///
/// A proof is valid for a limited time. Only an `Authenticator` makes proofs.
package struct Proof: Hashable, Sendable {
  /// The means of authentication with which the user gave the proof.
  package enum Means: Hashable, Sendable {
    /// A match of the biometric sensor; `generation` names the enrolment that was matched.
    case biometry(generation: Identifier16)
    case passcode
    case companion(CompanionType)
  }

  /// The time for which a proof is valid, in microseconds; the reuse duration of an `LAContext`
  /// does not change this time.
  package static let lifetime: Int64 = 600_000_000

  package let means: Means
  /// The time when the user gave the proof, in microseconds since boot.
  package let given: Int64
  private let era: UInt64
  private let passcodeVersion: UInt64

  /// Makes a proof that the user gave at the time at which the given facts were read.
  package init(_ means: Means, at facts: borrowing AuthenticationFacts) {
    self.means = means
    given = facts.sinceBoot
    era = facts.era
    passcodeVersion = facts.passcodeVersion
  }

  /// True if the proof was still valid at the time at which the given facts were read.
  ///
  /// A proof is valid until its lifetime ends, or until the device is locked or restarted (`era` in
  /// the facts then changes). A proof by passcode also ends when the passcode changes, and a
  /// biometric proof when the enrolment changes.
  package func counts(in facts: borrowing AuthenticationFacts) -> Bool { end(in: facts) == nil }

  /// Returns the event that ended the proof before the time at which the given facts were read.
  ///
  /// Nil if the proof was still valid at that time.
  package func end(in facts: borrowing AuthenticationFacts) -> EvidenceLapse.End? {
    guard era == facts.era, given <= facts.sinceBoot else { return .lock }
    guard facts.sinceBoot - given < Self.lifetime else { return .time }
    return switch means {
    case .biometry(let generation): facts.biometry?.generation == generation ? nil : .enrolment
    case .passcode: facts.passcodeVersion == passcodeVersion ? nil : .passcode
    case .companion: nil
    }
  }
}
