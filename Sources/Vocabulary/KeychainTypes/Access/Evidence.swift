// SPDX-License-Identifier: Apache-2.0

/// Operations on an item that an access control can constrain (spec/secitem.md 11.3).
package enum ConstrainedOperation: String, Hashable, Sendable, CaseIterable {
  case decrypt = "od"
  case encrypt = "oe"
  case delete = "odel"
  case sign = "osgn"
  case computeKey = "ock"
  case decapsulate = "okem"
  case attest = "oa"
}

/// Evidence that the engine asks for: what has to be met before the call is made again.
///
/// A call that brought no evidence is asked for facts first; only what a call with evidence still
/// lacks is to be asked of the user (spec/secitem.md 11.6).
package struct Challenge: Hashable, Sendable {
  package struct Demand: Hashable, Sendable {
    /// Nil for an item that is about to be made.
    package let item: Identifier16?
    /// Empty where the facts suffice.
    package let requirement: AuthenticationRequirement

    package init(item: Identifier16?, requirement: AuthenticationRequirement) {
      self.item = item
      self.requirement = requirement
    }
  }

  package let demands: [Demand]

  package init(demands: [Demand]) {
    self.demands = demands
  }
}

/// What a check says, with its reason as a value, so that it can be explained afterwards.
package enum Decision: Hashable, Sendable {
  case allowed
  case denied(Denial)
  case needs(AuthenticationRequirement)

  /// Why something is denied.
  package enum Denial: Hashable, Sendable {
    /// The item's group is not in the caller's list.
    case foreignGroup
    /// The class key of the protection is not available now.
    case unavailable(Protection)
    /// The item needs evidence and the caller asked not to be prompted.
    case interactionRefused
    /// The access control has no entry for the operation.
    case noRule
    /// The item is bound to an enrolment that has been replaced: nobody can ever open it again.
    case enrolmentReplaced
  }
}

/// What a call brings so that constrained items can be judged: what there is to authenticate with,
/// and what has been proved.
///
/// Made by who keeps the authenticator: the process itself for an embedded store, the daemon for
/// its clients. The engine judges it and never asks anybody.
///
/// A class, so that queries and items, which mostly bring none, have one word for it.
package final class Evidence: Sendable {
  /// Where they know of no reader, a call that a reader decides ends with a challenge that names
  /// biometry, whatever was said of prompts.
  package let facts: AuthenticationFacts
  package let bag: EvidenceBag

  package init(facts: AuthenticationFacts, bag: EvidenceBag = EvidenceBag()) {
    self.facts = facts
    self.bag = bag
  }
}

extension Evidence {
  /// Whether it is not known yet if the requirement can be met at all.
  package func leavesOpen(_ requirement: AuthenticationRequirement) -> Bool {
    !facts.knowsReader && requirement.canBeGone
  }
}

extension AccessControl {
  /// Whether no evidence can ever open an item under it again (spec/secitem.md 10.6); nil where
  /// that depends on facts that are not there.
  package func isGone(given evidence: Evidence?) -> Bool? {
    guard let requirement = AuthenticationRequirement(self, for: .decrypt), requirement.canBeGone
    else { return false }
    guard let evidence, evidence.facts.knowsReader else { return nil }
    return requirement.isGone(in: evidence.facts)
  }

  /// The access control as an item is stored under it (spec/secitem.md 11.5).
  ///
  /// One that is bound already stays as it is.
  ///
  /// - Throws: -25293 where what it asks for is not there, `authorizationRequired` where facts or
  ///   an application password are missing.
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
    // No enrolment is called zero: what is bound without a sensor is bound to no finger.
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
  /// The challenge of a call that lacks evidence.
  package static func evidence(_ demands: [Challenge.Demand]) -> KeychainError {
    KeychainError(
      .authorizationRequired, "items need evidence", challenge: Challenge(demands: demands))
  }
}
