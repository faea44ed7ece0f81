// SPDX-License-Identifier: Apache-2.0

/// The policies of `LAPolicy`, by its numbers (spec/access-control.md 1.1).
package enum AuthenticationPolicy: Int, Hashable, Sendable, CaseIterable {
  case biometrics = 1
  case owner = 2
  case companion = 3
  case biometricsOrCompanion = 4
}

/// What an evaluation has to prove: at least `count` of the factors, and an application password
/// where one is asked for.
///
/// A policy is such a rule too; it keeps its name for the table that answers about policies.
package struct AuthenticationRequirement: Hashable, Sendable {
  /// The policy that the rule came from; nil for the rule of an access control.
  package let policy: AuthenticationPolicy?
  package let count: Int
  /// Empty where nothing but an application password is asked for.
  package let factors: AccessFactors
  /// The enrolment that `biometryCurrentSet` means; nil: the one of now.
  package let boundGeneration: Identifier16?
  package let needsApplicationPassword: Bool

  /// The requirement of a policy.
  package init(_ policy: AuthenticationPolicy) {
    self.policy = policy
    count = 1
    factors =
      switch policy {
      case .biometrics: [.biometryAny]
      case .owner: [.userPresence]
      case .companion: [.watch]
      case .biometricsOrCompanion: [.biometryAny, .watch]
      }
    boundGeneration = nil
    needsApplicationPassword = false
  }

  /// What an access control asks for an operation; nil where it has no entry for it.
  package init?(_ accessControl: AccessControl, for operation: ConstrainedOperation) {
    guard let rule = accessControl.rule(for: operation) else { return nil }
    policy = nil
    switch rule {
    case .allowed: (count, factors) = (0, [])
    case .requires(let least, let all): (count, factors) = (least, all)
    }
    boundGeneration = accessControl.boundGeneration
    needsApplicationPassword =
      operation.usesSecret && accessControl.constraints?.requiresPassword == true
  }

  /// What making something under an access control asks for: at most an application password.
  package static func applicationPassword(of accessControl: AccessControl)
    -> AuthenticationRequirement
  {
    AuthenticationRequirement(
      needsApplicationPassword: accessControl.constraints?.requiresPassword == true)
  }

  private init(needsApplicationPassword: Bool) {
    policy = nil
    count = 0
    factors = []
    boundGeneration = nil
    self.needsApplicationPassword = needsApplicationPassword
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { count == 0 && !needsApplicationPassword }

  /// Whether a factor is about the reader alone.
  package var namesBiometry: Bool {
    factors.contains(.biometryAny) || factors.contains(.biometryCurrentSet)
  }

  /// Whether a new enrolment takes away what the factors need.
  package var canBeGone: Bool {
    boundGeneration != nil && factors.filter { $0 != .biometryCurrentSet }.count < count
  }

  /// Whether the factors are met by what has been proved.
  package func isMet(
    by means: some Sequence<Proof.Means>, in facts: borrowing AuthenticationFacts
  ) -> Bool {
    guard count > 0 else { return true }
    var met = 0
    for factor in factors where isMet(factor, by: means, in: facts) { met += 1 }
    return met >= count
  }

  /// Whether one factor is met (the evidence table of spec/access-control.md 1.9).
  package func isMet(
    _ factor: AccessFactor, by means: some Sequence<Proof.Means>,
    in facts: borrowing AuthenticationFacts
  ) -> Bool {
    let rules = facts.rules
    let current = boundGeneration ?? facts.biometry?.generation
    return means.contains { proved in
      switch (factor, proved) {
      case (.userPresence, .biometry), (.userPresence, .passcode), (.biometryAny, .biometry),
        (.devicePasscode, .passcode), (.watch, .companion):
        true
      case (.biometryCurrentSet, .biometry(let generation)): generation == current
      case (.userPresence, .companion): rules.contains(.companionProvesPresence)
      case (.biometryAny, _), (.biometryCurrentSet, _), (.devicePasscode, _), (.watch, _): false
      }
    }
  }

  /// Whether no evidence can ever meet the factors again: too many of them are bound to an
  /// enrolment that has been replaced (spec/secitem.md 10.6).
  package func isGone(in facts: borrowing AuthenticationFacts) -> Bool {
    guard let current = facts.biometry?.generation, current != boundGeneration else { return false }
    return canBeGone
  }
}
