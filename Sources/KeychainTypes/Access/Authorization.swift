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

/// Evidence that the engine asks for: items and the operation that each needs it for.
package struct Challenge: Hashable, Sendable {
  package struct Demand: Hashable, Sendable {
    package let item: Identifier16
    package let operation: ConstrainedOperation

    package init(item: Identifier16, operation: ConstrainedOperation) {
      self.item = item
      self.operation = operation
    }
  }

  package let demands: [Demand]

  package init(demands: [Demand]) {
    self.demands = demands
  }
}

/// Evidence given: which demand it satisfies and until when.
///
/// Only an `Authenticator` makes one (a later part); the engine verifies it and never asks.
package struct Authorization: Hashable, Sendable {
  package let demand: Challenge.Demand
  package let expires: Instant

  package init(demand: Challenge.Demand, expires: Instant) {
    self.demand = demand
    self.expires = expires
  }
}

/// What a check says, with its reason as a value, so that it can be explained afterwards.
package enum Decision: Hashable, Sendable {
  case allowed
  case denied(Denial)
  case needs(ConstrainedOperation)

  /// Why something is denied.
  package enum Denial: Hashable, Sendable {
    /// The item's group is not in the caller's list.
    case foreignGroup
    /// The class key of the protection is not available now.
    case unavailable(Protection)
    /// The item needs evidence and the caller asked not to be prompted.
    case interactionRefused
  }
}
