// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// The authenticator of a simulated device (Specification/access-control.md, "Scripted
/// authentication").
///
/// The state of the device provides the facts, such as the enrolled fingers. The device's script,
/// the steps given to `SimulatedDevice.answer`, provides the actions of the user.
final class DeviceAuthenticator: Authenticator {
  var evaluations: RunningEvaluations { world.evaluations }
  var asksInOrder: Bool { true }
  let observers = AuthenticationObservers()
  private let world: DeviceWorld

  init(world: DeviceWorld) {
    self.world = world
  }

  func facts(for caller: Caller) -> AuthenticationFacts {
    world.state.facts(for: caller)
  }

  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    guard let info = state.info(in: facts(for: caller)) else { return nil }
    return world.domainState(of: caller.identifier, info)
  }

  func answered(_ caller: Caller, _ failure: AuthenticationFailure?) {
    world.came(.answered(caller: caller.identifier, status: failure?.rawValue ?? 0))
  }

  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    let facts = facts(for: request.caller)
    var machine = PromptMachine(request, in: facts)
    // A user could be asked when the evaluation began. Since then, the device was locked or
    // switched off, or its app or its user has gone.
    guard facts.isInteractive else {
      return try unasked(request, cancellation.failure ?? .systemCancel)
    }
    if case .end(.failure(let failure)) = machine.step { return try unasked(request, failure) }
    guard case .ask(let stage) = machine.step else { return try unasked(request, nil) }
    let prompt = world.show(request, stage, of: cancellation)
    cancellation.onCancel { failure in
      prompt.post(failure == .appCancel ? .appCancel : .systemCancel)
    }
    let person = PromptedPerson(world: world, prompt: prompt)
    let password = person.answer(&machine, request)
    guard case .end(let outcome) = machine.step else {
      preconditionFailure("a prompt ends with an outcome")
    }
    world.close(prompt, outcome)
    switch outcome {
    case .failure(let failure): throw failure
    case .success:
      let now = self.facts(for: request.caller)
      return AuthenticationAnswer(
        proofs: machine.gained.map { Proof($0, at: now) }, applicationPassword: password)
    }
  }
}

extension DeviceAuthenticator {
  /// Records in the journal that an authentication has ended without a prompt.
  ///
  /// - Parameter failure: the failure, or nil if the authentication has succeeded.
  /// - Throws: `failure`, if it is not nil.
  private func unasked(
    _ request: AuthenticationRequest, _ failure: AuthenticationFailure?
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    answered(request.caller, failure)
    if let failure { throw failure }
    return AuthenticationAnswer(proofs: [])
  }
}

extension DeviceState {
  /// Returns the facts about authentication on this device that a caller sees.
  func facts(for caller: Caller) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    let app = apps.first { $1.entitlements.caller(named: $0) == caller }?.key
    facts.biometry = biometricFacts
    facts.biometry?.isRefused = app.map(biometryRefused.contains) ?? false
    facts.hasPasscode = passcode != nil
    facts.passcodeVersion = passcodeVersion
    for (companion, pairing) in companions {
      facts.companions[companion.type] = AuthenticationFacts.Companion(
        isInReach: pairing.isInReach, pairing: Identifier16(pairing.generation))
    }
    facts.isInteractive = app.map { canAsk(App($0)) } ?? false
    facts.sinceBoot = bootTime.microseconds
    facts.lastBiometricUnlock = reusableUnlock?.microseconds
    facts.era = evidenceEra
    if quirks.contains(.headerErrorOrder) { facts.rules.insert(.headerErrorOrder) }
    if quirks.contains(.touchFallbackHiddenUntilFailure) {
      facts.rules.insert(.fallbackAfterFailure)
    }
    return facts
  }

  private var biometricFacts: AuthenticationFacts.Biometry? {
    guard let kind = sensor.kind else { return nil }
    var biometry = AuthenticationFacts.Biometry(
      kind, generation: Identifier16(enrolment.generation), enrolments: Array(enrolment.names))
    biometry.isUsable = sensorIsUsable
    biometry.isLockedOut = isLockedOut
    return biometry
  }
}

extension DeviceState.Sensor {
  fileprivate var kind: AuthenticationFacts.Biometry.Kind? {
    switch self {
    case .none: nil
    case .touch: .touch
    case .face: .face
    case .optic: .optic
    }
  }
}

extension DeviceState.Companion {
  var type: CompanionType {
    switch self {
    case .watch: .watch
    case .mac: .mac
    case .vision: .vision
    }
  }
}

extension Identifier16 {
  /// Makes an identifier from a `generation`: the 16 random bytes that mark an enrolment or a
  /// pairing.
  fileprivate init(_ generation: [UInt8]) {
    guard let identifier = Identifier16(generation.span) else {
      preconditionFailure("a generation has 16 bytes")
    }
    self = identifier
  }
}

extension Duration {
  /// The duration in whole microseconds, rounded down.
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
