// SPDX-License-Identifier: Apache-2.0

/// The state machine of one prompt: it decides which proof to ask for next and when the prompt ends
/// (Specification/access-control.md, "Evaluation").
///
/// The state machine has no effects outside itself: its driver shows the prompt, passes in the
/// events and carries out `step`. The driver also keeps the device's count of failures, the
/// throttling of passcodes, and the clock.
package struct PromptMachine: Hashable, Sendable {
  /// The kind of proof that the prompt asks for now.
  ///
  /// At every stage, a paired device nearby may also confirm that the user is present.
  package enum Stage: Hashable, Sendable {
    case biometry, passcode, companion, applicationPassword
  }

  package enum Outcome: Hashable, Sendable {
    case success
    case failure(AuthenticationFailure)
  }

  /// The next action of the driver: to ask the user for a kind of proof, or to end the prompt.
  package enum Step: Hashable, Sendable {
    case ask(Stage)
    case end(Outcome)
  }

  /// The events that can happen while a prompt is shown.
  package enum Event: Hashable, Sendable {
    /// The sensor has recognised the user; `generation` identifies the enrolment that matched.
    case match(generation: Identifier16)
    /// The sensor has not recognised the user.
    ///
    /// The value is the number of failed attempts, one after another, that the device has counted,
    /// including this attempt.
    case noMatch(deviceFailures: Int)
    /// The biometric sensor is no longer available.
    case biometryLost
    /// The time for which the prompt waits at the biometric sensor is over.
    case biometryTimedOut
    case cancel, fallback
    case passcodeRight
    /// The user typed a wrong passcode.
    ///
    /// If a passcode is refused because of throttling, the driver passes no event, and the prompt
    /// stays as it is.
    case passcodeWrong
    /// The device accepts no more passcodes, so the prompt fails.
    case passcodeExhausted
    case companionConfirmed(CompanionType)
    case companionRefused
    case companionOutOfReach(CompanionType)
    case applicationPasswordTyped
    case systemCancel, appCancel, deadline
  }

  /// The number of failed attempts with a finger or face, one after another, after which the
  /// device accepts neither.
  package static let deviceLimit = 5

  package private(set) var step: Step = .ask(.biometry)
  /// The means of authentication that the user proved at this prompt, in the order of the proofs.
  package private(set) var gained: [Proof.Means] = []
  /// The number of failed attempts with a finger or face at this prompt.
  package private(set) var failures = 0
  /// True if the sensor has stopped until the user asks for one more try.
  ///
  /// Always false for fingerprint sensors.
  package private(set) var offersRetry = false

  private let requirement: AuthenticationRequirement
  private let facts: AuthenticationFacts
  private let hidesFallback: Bool
  private var lacksPassword: Bool
  private var proved: Set<Proof.Means>
  /// The reason why the sensor can no longer be used at this prompt; nil while the sensor can be
  /// used.
  private var obstacle: AuthenticationFailure?
  private var hasMatched = false
  private var reachable: Set<CompanionType>

  /// Starts a prompt; read `step` next, because the prompt may be over at once.
  package init(_ request: AuthenticationRequest, in facts: AuthenticationFacts) {
    requirement = request.requirement
    self.facts = facts
    hidesFallback = request.fallbackTitle == ""
    lacksPassword =
      request.requirement.needsApplicationPassword && !request.hasApplicationPassword
    proved = request.proved
    obstacle = AuthenticationRequirement.biometryObstacle(facts)
    reachable = Set(facts.companions.filter(\.value.isInReach).keys)
    settle()
  }

  /// True if the prompt shows a fallback button that the user can press now.
  package var offersFallback: Bool {
    guard !hidesFallback, step == .ask(.biometry) || step == .ask(.companion) else { return false }
    guard facts.rules.contains(.fallbackAfterFailure) else { return true }
    return failures >= (facts.biometry?.kind == .touch ? 1 : 2)
  }

  /// Changes the state by an event; has no effect if the event does not belong to the current
  /// stage.
  package mutating func take(_ event: Event) {
    guard case .ask(let stage) = step else { return }
    switch event {
    case .cancel: fail(.userCancel)
    case .systemCancel, .deadline: fail(.systemCancel)
    case .appCancel: fail(.appCancel)
    case .companionConfirmed(let type): if helps(.companion(type)) { gain(.companion(type)) }
    case .companionRefused: if !reachable.isEmpty { fail(.userCancel) }
    case .companionOutOfReach(let type):
      reachable.remove(type)
      settle()
    case .fallback: if offersFallback { takeFallback() }
    case .match, .noMatch, .biometryLost, .biometryTimedOut:
      if stage == .biometry { takeAtSensor(event) }
    case .passcodeRight: if stage == .passcode { gain(.passcode) }
    case .passcodeWrong: return
    case .passcodeExhausted: if stage == .passcode { fail(.authenticationFailed) }
    case .applicationPasswordTyped:
      guard stage == .applicationPassword else { return }
      lacksPassword = false
      settle()
    }
  }

  private mutating func takeAtSensor(_ event: Event) {
    switch event {
    case .match(let generation):
      hasMatched = true
      gain(.biometry(generation: generation))
    case .noMatch(let deviceFailures): takeFailure(deviceFailures)
    case .biometryLost:
      obstacle = .biometryNotAvailable
      settle()
    case .biometryTimedOut:
      guard passcodeSuffices else { return fail(.systemCancel) }
      obstacle = .systemCancel
      settle()
    default: return
    }
  }

  /// Counts a failed attempt with a finger or face, and ends the biometric stage after too many of
  /// them.
  ///
  /// The device and each prompt have separate limits of failed attempts.
  ///
  /// - Parameter deviceFailures: the number of failed attempts, one after another, that the device
  ///   has counted.
  private mutating func takeFailure(_ deviceFailures: Int) {
    failures += 1
    if deviceFailures >= Self.deviceLimit {
      obstacle = .biometryLockout
      return settle()
    }
    guard failures >= (facts.biometry?.kind == .touch ? 3 : 2) else { return }
    if passcodeSuffices {
      obstacle = .authenticationFailed
      settle()
    } else if facts.biometry?.kind == .touch || offersRetry {
      fail(.authenticationFailed)
    } else {
      offersRetry = true
    }
  }

  private mutating func takeFallback() {
    guard passcodeSuffices else { return fail(.userFallback) }
    obstacle = .userFallback
    settle()
  }

  private mutating func gain(_ means: Proof.Means) {
    proved.insert(means)
    gained.append(means)
    settle()
  }

  private mutating func fail(_ failure: AuthenticationFailure) { step = .end(.failure(failure)) }

  /// Finds the next stage or the outcome, and stores it in `step`.
  private mutating func settle() {
    guard !requirement.isMet(by: proved, in: facts) else {
      step = lacksPassword ? .ask(.applicationPassword) : .end(.success)
      return
    }
    let biometry = obstacle == nil && !hasMatched ? facts.biometry?.generation : nil
    var possible = proved.union(reachable.map(Proof.Means.companion))
    if facts.hasPasscode { possible.insert(.passcode) }
    if let biometry { possible.insert(.biometry(generation: biometry)) }
    guard requirement.isMet(by: possible, in: facts) else { return fail(lastObstacle) }
    if let biometry, helps(.biometry(generation: biometry)) {
      step = .ask(.biometry)
    } else if facts.hasPasscode, helps(.passcode) {
      step = .ask(.passcode)
    } else {
      step = .ask(.companion)
    }
  }

  /// The failure with which the prompt ends if its requirement can no longer be met.
  private var lastObstacle: AuthenticationFailure {
    let biometric: Set<AccessFactor> = [.biometryAny, .biometryCurrentSet]
    if !biometric.isDisjoint(with: requirement.factors) {
      let isPoor = requirement.policy == .biometricsOrCompanion && facts.biometry == nil
      if let obstacle, !hasMatched, !isPoor { return obstacle }
      if !requirement.factors.contains(.watch) { return .authenticationFailed }
    }
    return requirement.factors.contains(.watch) ? .companionNotAvailable : .passcodeNotSet
  }

  /// True if the user can meet the requirement by giving the passcode, without a further biometric
  /// match.
  ///
  /// The passcode need not suffice alone: earlier proofs, and confirmations by the paired devices
  /// in reach, are taken as given. False if no passcode is set, or if the passcode would meet no
  /// further factor.
  private var passcodeSuffices: Bool {
    guard facts.hasPasscode, helps(.passcode) else { return false }
    let others = proved.union(reachable.map(Proof.Means.companion))
    return requirement.isMet(by: others.union([.passcode]), in: facts)
  }

  /// True if a proof with these means of authentication would meet a factor that no proof has met
  /// yet.
  private func helps(_ means: Proof.Means) -> Bool {
    let after = proved.union([means])
    return requirement.factors.contains { factor in
      !requirement.isMet(factor, by: proved, in: facts)
        && requirement.isMet(factor, by: after, in: facts)
    }
  }
}
