// SPDX-License-Identifier: Apache-2.0

/// The policies of `LAPolicy`; the raw values are Apple's numbers (Specification/access-control.md,
/// "LocalAuthentication numbers").
package enum AuthenticationPolicy: Int, Hashable, Sendable, CaseIterable {
  case biometrics = 1
  case owner = 2
  case companion = 3
  case biometricsOrCompanion = 4
}

/// The proofs that an evaluation requires: at least `count` of the factors, and an application
/// password if `needsApplicationPassword` is true.
///
/// A requirement is made from an item's access control, or from a policy of `LAPolicy`. In the
/// second case it keeps the policy, because the result of `canEvaluatePolicy` depends on the policy
/// itself.
package struct AuthenticationRequirement: Hashable, Sendable {
  /// The policy from which the requirement was made; nil if the requirement was made from an access
  /// control.
  package let policy: AuthenticationPolicy?
  package let count: Int
  /// The factors (kinds of proof) of which at least `count` are required; empty if no factor is
  /// required.
  package let factors: AccessFactors
  /// The biometric enrolment that the factor `biometryCurrentSet` requires; nil if that factor
  /// accepts the present enrolment.
  package let boundGeneration: Identifier16?
  package let needsApplicationPassword: Bool

  /// Makes the requirement of a policy: one of the factors that the policy accepts.
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

  /// Makes the requirement that an item's access control has for an operation on the item.
  ///
  /// Nil if the access control denies the operation: it has rules, but no rule for this operation
  /// and no default rule.
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

  /// Returns the requirement for adding an item: the application password if the access control
  /// needs one, otherwise nothing.
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

  /// True if the requirement needs neither a factor nor an application password.
  package var isEmpty: Bool { count == 0 && !needsApplicationPassword }

  /// True if at least one of the factors is a biometric factor.
  package var namesBiometry: Bool {
    factors.contains(.biometryAny) || factors.contains(.biometryCurrentSet)
  }

  /// True if a new biometric enrolment would make the requirement impossible to meet.
  package var canBeGone: Bool {
    boundGeneration != nil && factors.filter { $0 != .biometryCurrentSet }.count < count
  }

  /// True if the given means of authentication prove at least `count` of the factors; ignores the
  /// application password.
  package func isMet(
    by means: some Sequence<Proof.Means>, in facts: borrowing AuthenticationFacts
  ) -> Bool {
    guard count > 0 else { return true }
    var met = 0
    for factor in factors where isMet(factor, by: means, in: facts) { met += 1 }
    return met >= count
  }

  /// True if the given means of authentication prove one factor (the evidence table of
  /// Specification/access-control.md, "Evidence of a context, and SecItem").
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

  /// True if no evidence can ever meet the requirement again, because its biometric enrolment was
  /// replaced (Specification/secitem.md, "Passcode removal and key bag loss").
  ///
  /// False if the factors other than `biometryCurrentSet` suffice for `count` proofs. Also false if
  /// the facts contain no biometric reader.
  package func isGone(in facts: borrowing AuthenticationFacts) -> Bool {
    guard let current = facts.biometry?.generation, current != boundGeneration else { return false }
    return canBeGone
  }
}

/// Checks whether a requirement can be met, without a prompt (Specification/access-control.md,
/// "canEvaluatePolicy: decision table").
extension AuthenticationRequirement {
  /// Returns the reason why the requirement cannot be met at the time of the facts; nil if it can
  /// be met.
  ///
  /// The result does not depend on whether a prompt can be shown, or whether an application
  /// password is missing.
  package func preflight(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    // The requirement is bound to fingers other than those enrolled now
    // (Specification/access-control.md, "Evaluation").
    if isGone(in: facts) { return .authenticationFailed }
    guard let policy else { return refusal { factor in Self.obstacle(to: factor, facts) } }
    return switch policy {
    case .biometrics: Self.biometryObstacle(facts)
    case .owner: facts.hasPasscode ? nil : .passcodeNotSet
    case .companion: facts.companions.isEmpty ? .companionNotAvailable : nil
    case .biometricsOrCompanion: Self.eitherObstacle(facts)
    }
  }

  /// Returns the reason why no item or key can be created under the requirement now; nil if an item
  /// or key can be created.
  ///
  /// The means of authentication must exist, but the user need not prove anything. Biometry that is
  /// locked out suffices, and a companion device may be paired later. With `biometryCurrentSet`,
  /// the item is bound to the fingers that are enrolled at this moment. An enrolment must therefore
  /// exist, even if another factor would suffice (Specification/access-control.md, "Effects on
  /// items", row *Adding*).
  package func preflightBinding(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    var facts = facts
    facts.biometry?.isLockedOut = false
    if factors.contains(.biometryCurrentSet), let obstacle = Self.biometryObstacle(facts) {
      return obstacle
    }
    return refusal { factor in factor == .watch ? nil : Self.obstacle(to: factor, facts) }
  }

  /// Returns the reason why biometry cannot be used at the time of the facts; nil if biometry can
  /// be used.
  ///
  /// If there are several reasons, the result is the reason that comes first for policy 1 in the
  /// table of Specification/access-control.md, "canEvaluatePolicy: decision table".
  package static func biometryObstacle(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    guard let biometry = facts.biometry, biometry.isUsable, !biometry.isRefused else {
      return .biometryNotAvailable
    }
    let isLate = facts.rules.contains(.headerErrorOrder)
    if !facts.hasPasscode, !isLate { return .passcodeNotSet }
    if !biometry.isEnrolled { return .biometryNotEnrolled }
    if biometry.isLockedOut { return .biometryLockout }
    return facts.hasPasscode ? nil : .passcodeNotSet
  }

  private static func eitherObstacle(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    guard facts.companions.isEmpty else { return nil }
    return facts.biometry == nil ? .companionNotAvailable : biometryObstacle(facts)
  }

  private static func obstacle(
    to factor: AccessFactor, _ facts: AuthenticationFacts
  ) -> AuthenticationFailure? {
    switch factor {
    case .biometryAny, .biometryCurrentSet: biometryObstacle(facts)
    case .userPresence, .devicePasscode: facts.hasPasscode ? nil : .passcodeNotSet
    case .watch: facts.companions.isEmpty ? .companionNotAvailable : nil
    }
  }

  /// Returns the first reason why a factor cannot be proved, if fewer than `count` factors can be
  /// proved; otherwise nil.
  ///
  /// The order of the reasons is biometry, companion, passcode (Specification/access-control.md,
  /// "Evaluation").
  ///
  /// - Parameter obstacle: returns the reason why a factor cannot be proved; nil if the factor can
  ///   be proved.
  private func refusal(
    _ obstacle: (AccessFactor) -> AuthenticationFailure?
  ) -> AuthenticationFailure? {
    let order: [AccessFactor] = [
      .biometryAny, .biometryCurrentSet, .watch, .userPresence, .devicePasscode,
    ]
    let obstacles = order.filter(factors.contains).compactMap(obstacle)
    return factors.count - obstacles.count < count ? obstacles.first : nil
  }
}
