// SPDX-License-Identifier: Apache-2.0

/// The evidence that the engine needs before it can carry out a call: facts about authentication,
/// or proofs by the user.
///
/// Facts about authentication are, for example, whether the device has a passcode. A call without
/// evidence first causes a challenge that asks only for these facts. If they do not suffice, the
/// next challenge names the proofs for which the user must be asked (Specification/secitem.md,
/// "Authentication loop").
package struct Challenge: Hashable, Sendable {
  package struct Demand: Hashable, Sendable {
    /// The persistent identifier of the item that needs the evidence; nil if the item is about to
    /// be added.
    package let item: Identifier16?
    /// The proofs that the user must give; an empty requirement asks only for the facts about
    /// authentication.
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
