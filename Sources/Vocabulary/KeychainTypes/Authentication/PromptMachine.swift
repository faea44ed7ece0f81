// SPDX-License-Identifier: Apache-2.0

/// One evaluation at the prompt, event by event (table 1.6 of spec/access-control.md).
///
/// Pure: who shows the prompt feeds it what happens there and does what `step` says. The failures
/// of the whole device, its throttling of passcodes and the clock are the driver's.
package struct PromptMachine: Hashable, Sendable {
  /// What is asked for at the moment; a companion in reach may answer at every stage.
  package enum Stage: Hashable, Sendable {
    case biometry, passcode, companion, applicationPassword
  }

  package enum Outcome: Hashable, Sendable {
    case success
    case failure(AuthenticationFailure)
  }

  /// What the driver has to do.
  package enum Step: Hashable, Sendable {
    case ask(Stage)
    case end(Outcome)
  }

  /// What can happen while a prompt is up.
  package enum Event: Hashable, Sendable {
    /// A match among what is enrolled in this generation.
    case match(generation: Identifier16)
    /// An attempt that was no match, and how many in a row the device has counted with it.
    case noMatch(deviceFailures: Int)
    /// The sensor is gone.
    case biometryLost
    /// The time for the biometric stage is over.
    case biometryTimedOut
    case cancel, fallback
    case passcodeRight
    /// Throttled tries are no event: the prompt stays as it is.
    case passcodeWrong
    /// The device takes no more tries.
    case passcodeExhausted
    case companionConfirmed(CompanionType)
    case companionRefused
    case companionOutOfReach(CompanionType)
    case applicationPasswordTyped
    case systemCancel, appCancel, deadline
  }

  /// Failed matches in a row after which the device takes none any more.
  package static let deviceLimit = 5

  package private(set) var step: Step = .ask(.biometry)
  /// What has been proved at this prompt, in its order.
  package private(set) var gained: [Proof.Means] = []
  /// Failed matches at this prompt.
  package private(set) var failures = 0
  /// Face only: no matching any more until the user asks for one more try.
  package private(set) var offersRetry = false

  private let requirement: AuthenticationRequirement
  private let facts: AuthenticationFacts
  private let hidesFallback: Bool
  private var lacksPassword: Bool
  private var proved: Set<Proof.Means>
  /// Why biometry is out of play; nil while it is in play.
  private var obstacle: AuthenticationFailure?
  private var hasMatched = false
  private var reachable: Set<CompanionType>

  /// A prompt at its start; it can be over at once.
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

  /// Whether the fallback button is there to be pressed.
  package var offersFallback: Bool {
    guard !hidesFallback, step == .ask(.biometry) || step == .ask(.companion) else { return false }
    guard facts.rules.contains(.fallbackAfterFailure) else { return true }
    return failures >= (facts.biometry?.kind == .touch ? 1 : 2)
  }

  /// Takes what has happened; without effect where the stage has no ear for it.
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

  /// A failed match: attempts are limited for the device and for one evaluation.
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

  /// Finds the stage that is next, or the outcome.
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

  /// Why the requirement cannot be met any more.
  private var lastObstacle: AuthenticationFailure {
    let biometric: Set<AccessFactor> = [.biometryAny, .biometryCurrentSet]
    if !biometric.isDisjoint(with: requirement.factors) {
      let isPoor = requirement.policy == .biometricsOrCompanion && facts.biometry == nil
      if let obstacle, !hasMatched, !isPoor { return obstacle }
      if !requirement.factors.contains(.watch) { return .authenticationFailed }
    }
    return requirement.factors.contains(.watch) ? .companionNotAvailable : .passcodeNotSet
  }

  /// Whether the passcode leads to the end without biometry.
  private var passcodeSuffices: Bool {
    guard facts.hasPasscode, helps(.passcode) else { return false }
    let others = proved.union(reachable.map(Proof.Means.companion))
    return requirement.isMet(by: others.union([.passcode]), in: facts)
  }

  /// Whether a proof by these means would meet a factor that is not met yet.
  private func helps(_ means: Proof.Means) -> Bool {
    let after = proved.union([means])
    return requirement.factors.contains { factor in
      !requirement.isMet(factor, by: proved, in: facts)
        && requirement.isMet(factor, by: after, in: facts)
    }
  }
}
