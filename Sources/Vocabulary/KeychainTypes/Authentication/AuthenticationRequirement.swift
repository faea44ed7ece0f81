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

/// What can be said of a requirement without asking anybody (spec/access-control.md 1.4).
extension AuthenticationRequirement {
  /// Why the requirement cannot be met now; nil where it can.
  ///
  /// That nobody can be asked is no reason here, nor is an application password.
  package func preflight(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    // The fingers that it was bound to are not those of now (spec/access-control.md 1.6).
    if isGone(in: facts) { return .authenticationFailed }
    guard let policy else { return refusal { factor in Self.obstacle(to: factor, facts) } }
    return switch policy {
    case .biometrics: Self.biometryObstacle(facts)
    case .owner: facts.hasPasscode ? nil : .passcodeNotSet
    case .companion: facts.companions.isEmpty ? .companionNotAvailable : nil
    case .biometricsOrCompanion: Self.eitherObstacle(facts)
    }
  }

  /// Why an item or key cannot be made under the requirement now; nil where it can.
  ///
  /// Making one needs what will be asked to be there, not to be proved: a lockout passes and a
  /// companion may come later. The current set of fingers is bound here, so that it has to be there
  /// even where something else would do (spec/access-control.md 2.4, "Adding").
  package func preflightBinding(_ facts: AuthenticationFacts) -> AuthenticationFailure? {
    var facts = facts
    facts.biometry?.isLockedOut = false
    if factors.contains(.biometryCurrentSet), let obstacle = Self.biometryObstacle(facts) {
      return obstacle
    }
    return refusal { factor in factor == .watch ? nil : Self.obstacle(to: factor, facts) }
  }

  /// Why biometry cannot be used (the first column of the table).
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

  /// The first obstacle in the order biometry, companion, passcode, where too few factors are left
  /// without one (spec/access-control.md 1.6).
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
