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
