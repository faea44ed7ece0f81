// SPDX-License-Identifier: Apache-2.0

/// An operation on an item that an access control can constrain (Specification/secitem.md,
/// "Resulting operation table").
package enum ConstrainedOperation: String, Hashable, Sendable, CaseIterable {
  case decrypt = "od"
  case encrypt = "oe"
  case delete = "odel"
  case sign = "osgn"
  case computeKey = "ock"
  case decapsulate = "okem"
  case attest = "oa"
}

/// The evidence that a caller sends with a call: the facts about authentication, and the proofs
/// that the user has given.
///
/// The process that has the authenticator makes the evidence. Today this is the calling process, in
/// which the engine runs too. A daemon will make the evidence for its callers. The engine judges
/// the evidence and never prompts.
///
/// Most calls have no evidence. Because this type is a class, their requests spend only one word of
/// memory on it.
package final class Evidence: Sendable {
  /// The facts about authentication (sensor, passcode, user) at the time when the evidence was
  /// made.
  ///
  /// The facts may have been made without a search for a biometric reader, because the search is
  /// costly. A call that depends on a reader then throws a challenge that names biometry, even if
  /// prompts are not allowed. This challenge shows no prompt: it makes `EvidenceLoop` search for a
  /// reader and repeat the call.
  package let facts: AuthenticationFacts
  package let bag: EvidenceBag

  package init(facts: AuthenticationFacts, bag: EvidenceBag = EvidenceBag()) {
    self.facts = facts
    self.bag = bag
  }
}

extension Evidence {
  /// True if the facts of this evidence do not show whether the requirement can still be met.
  ///
  /// The requirement then depends on a biometric enrolment, and no biometric reader was looked for
  /// when the facts were made.
  package func leavesOpen(_ requirement: AuthenticationRequirement) -> Bool {
    !facts.knowsReader && requirement.canBeGone
  }
}

extension AccessControl {
  /// True if an item under the access control can never be decrypted again, because it is bound to
  /// a replaced enrolment (Specification/secitem.md, "Passcode removal and key bag loss").
  ///
  /// False if the item can still be decrypted with the right evidence. Nil if the item is bound to
  /// an enrolment, but there is no evidence or its facts do not show the present enrolment.
  package func isGone(given evidence: Evidence?) -> Bool? {
    guard let requirement = AuthenticationRequirement(self, for: .decrypt), requirement.canBeGone
    else { return false }
    guard let evidence, evidence.facts.knowsReader else { return nil }
    return requirement.isGone(in: evidence.facts)
  }

  /// Returns the access control, bound to this device and to the present enrolment, as it is stored
  /// with an item (Specification/secitem.md, "Use in the four calls").
  ///
  /// An access control that is already bound is returned unchanged.
  ///
  /// - Throws: -25293 if the access control requires a means of authentication that this device
  ///   lacks. `authorizationRequired` if the evidence lacks facts or an application password.
  package func bound(by evidence: Evidence?) throws(KeychainError) -> AccessControl {
    guard !isBound else { return self }
    let password = AuthenticationRequirement.applicationPassword(of: self)
    let challenge = KeychainError.evidence([Challenge.Demand(item: nil, requirement: password)])
    guard let evidence else { throw challenge }
    for operation in ConstrainedOperation.allCases {
      guard let requirement = AuthenticationRequirement(self, for: operation) else { continue }
      if requirement.namesBiometry, !evidence.facts.knowsReader {
        throw .evidence([Challenge.Demand(item: nil, requirement: requirement)])
      }
      if let obstacle = requirement.preflightBinding(evidence.facts) {
        throw KeychainError(obstacle)
      }
    }
    guard evidence.bag.satisfies(password, in: evidence.facts) else { throw challenge }
    var bound = self
    bound.explicitBound = true
    // No enrolment has the generation zero: an item bound without a sensor is bound to no finger.
    let generation = evidence.facts.biometry?.generation ?? .zero
    bound.boundGeneration = namesCurrentSet ? generation : nil
    return bound
  }

  private var namesCurrentSet: Bool {
    constraints?.rules.contains { rule in
      guard case .requires(_, let factors) = rule else { return false }
      return factors.contains(.biometryCurrentSet)
    } ?? false
  }
}

extension KeychainError {
  /// Makes the error of a call that needs more evidence; the error contains the challenge with
  /// these demands.
  package static func evidence(_ demands: [Challenge.Demand]) -> KeychainError {
    KeychainError(
      .authorizationRequired, "items need evidence", challenge: Challenge(demands: demands))
  }
}
