// SPDX-License-Identifier: Apache-2.0

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
