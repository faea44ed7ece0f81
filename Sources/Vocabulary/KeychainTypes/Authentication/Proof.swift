// SPDX-License-Identifier: Apache-2.0

/// What one successful step of an evaluation has proved, and for how long it counts
/// (spec/access-control.md 1.9).
///
/// Only an `Authenticator` makes one.
package struct Proof: Hashable, Sendable {
  /// By what it was proved.
  package enum Means: Hashable, Sendable {
    /// A match among what was enrolled in this generation.
    case biometry(generation: Identifier16)
    case passcode
    case companion(CompanionType)
  }

  /// Microseconds that a proof counts, whatever the reuse duration says.
  package static let lifetime: Int64 = 600_000_000

  package let means: Means
  /// Microseconds since boot when it was given.
  package let given: Int64
  private let era: UInt64
  private let passcodeVersion: UInt64

  /// A proof given at the moment of the facts.
  package init(_ means: Means, at facts: borrowing AuthenticationFacts) {
    self.means = means
    given = facts.sinceBoot
    era = facts.era
    passcodeVersion = facts.passcodeVersion
  }

  /// Whether it counts at the moment of the facts.
  ///
  /// It ends after its lifetime, with the era, with the passcode it was about, and a biometric one
  /// with the enrolment.
  package func counts(in facts: borrowing AuthenticationFacts) -> Bool { end(in: facts) == nil }

  /// What has ended it at the moment of the facts; nil while it counts.
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
