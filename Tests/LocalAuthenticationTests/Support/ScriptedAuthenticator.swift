// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory

/// A device for the tests of this module: facts that tests set, a script of answers, a record of
/// prompts.
///
/// A prompt without an answer hangs until it is cancelled or its minute is over.
final class ScriptedAuthenticator: Authenticator {
  enum Step: Sendable {
    case match, noMatch, fallback, cancel, rightPasscode, wrongPasscode, companionConfirms
    case applicationPassword([UInt8])
    case systemCancel
  }

  struct Prompt: Sendable {
    let reason: String
    let fallbackTitle: String?
    let cancelTitle: String?
    let caller: String
    var stages: [PromptMachine.Stage]
    var outcome: PromptMachine.Outcome?
  }

  let evaluations = RunningEvaluations()
  let observers = AuthenticationObservers()

  private struct State: Sendable {
    var facts: AuthenticationFacts
    var refused: Set<String> = []
    var failures = 0
    var script: [Step] = []
    var prompts: [Prompt] = []
    /// The number of buttons that the script pressed although the prompt did not have them.
    var mistakes = 0
  }

  private let state: Lock<State>
  private let changed = NSCondition()

  /// Makes a phone with a passcode, one enrolled finger, and a user who is present.
  init(_ kind: AuthenticationFacts.Biometry.Kind = .touch) {
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    facts.isInteractive = true
    facts.sinceBoot = 1_000_000_000
    facts.biometry = .init(kind, generation: .init(high: 0, low: 1), enrolments: ["right index"])
    state = Lock(State(facts: facts))
  }

  var prompts: [Prompt] { state.withLock { $0.prompts } }
  var failures: Int { state.withLock { $0.failures } }
  var mistakes: Int { state.withLock { $0.mistakes } }

  /// Changes the facts, as an event would, and notifies the observers.
  func change(_ body: (inout AuthenticationFacts) -> Void) {
    wake { body(&$0.facts) }
    observers.tell()
  }

  func enrol(_ names: [String]) {
    change {
      $0.biometry?.enrolments = names.sorted()
      let next = ($0.biometry?.generation.low ?? 0) + 1
      $0.biometry?.generation = Identifier16(high: 0, low: next)
    }
  }

  func refuse(_ application: String) { wake { _ = $0.refused.insert(application) } }

  func advance(seconds: Double) { change { $0.sinceBoot += Int64(seconds * 1_000_000) } }

  /// Locks the device, which ends evidence and running evaluations.
  func lock() {
    change {
      $0.era += 1
      $0.lastBiometricUnlock = nil
    }
    evaluations.cancelAll()
  }

  func failBiometry(times: Int) {
    for _ in 0..<times { state.withLock { Self.countFailure(&$0) } }
    observers.tell()
  }

  func answer(_ steps: Step...) { wake { $0.script += steps } }

  func facts(for caller: Caller) -> AuthenticationFacts {
    state.withLock { state in
      var facts = state.facts
      facts.biometry?.isRefused = state.refused.contains(caller.identifier)
      return facts
    }
  }

  /// Returns bytes that depend on the input.
  ///
  /// They are not derived from keys: tests only need them to differ.
  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    state.info(in: facts(for: caller)).map { info in
      (UInt8(0)..<4).flatMap { number in
        let parts = [info, Array(caller.identifier.utf8), [number]]
        let hash = UInt64(bitPattern: Int64(parts.hashValue))
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
      }
    }
  }

  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    var machine = PromptMachine(request, in: facts(for: request.caller))
    var password: SecretBytes?
    let (number, start) = open(request)
    cancellation.onCancel { _ in self.wake { _ in } }
    while case .ask(let stage) = machine.step {
      state.withLock { $0.prompts[number].stages.append(stage) }
      switch wait(for: cancellation, since: start) {
      case .step(let step):
        if case .applicationPassword(let bytes) = step { password = SecretBytes(copying: bytes) }
        take(step, by: &machine)
      case .cancelled(let failure):
        machine.take(failure == .appCancel ? .appCancel : .systemCancel)
      case .timeOut: machine.take(.deadline)
      }
    }
    let end = machine.step
    state.withLock { if case .end(let outcome) = end { $0.prompts[number].outcome = outcome } }
    if case .end(.failure(let failure)) = end { throw failure }
    let facts = facts(for: request.caller)
    return AuthenticationAnswer(
      proofs: machine.gained.map { Proof($0, at: facts) }, applicationPassword: password)
  }

  private enum Wakening { case step(Step), cancelled(AuthenticationFailure), timeOut }

  private func open(_ request: AuthenticationRequest) -> (Int, Int64) {
    state.withLock { state in
      state.prompts.append(
        Prompt(
          reason: request.reason, fallbackTitle: request.fallbackTitle,
          cancelTitle: request.cancelTitle, caller: request.caller.identifier, stages: []))
      return (state.prompts.count - 1, state.facts.sinceBoot)
    }
  }

  private func wait(for cancellation: AuthenticationCancellation, since start: Int64) -> Wakening {
    changed.lock()
    defer { changed.unlock() }
    let limit = Date(timeIntervalSinceNow: 300)
    while true {
      if let failure = cancellation.failure { return .cancelled(failure) }
      let (step, isLate) = state.withLock { state in
        (
          state.script.isEmpty ? nil : state.script.removeFirst(),
          state.facts.sinceBoot - start > 60_000_000
        )
      }
      if let step { return .step(step) }
      if isLate { return .timeOut }
      // The prompt was not answered. No test here expects this outcome.
      if !changed.wait(until: limit) { return .step(.cancel) }
    }
  }

  private func take(_ step: Step, by machine: inout PromptMachine) {
    switch step {
    case .match:
      let generation = state.withLock { state in
        if machine.step == .ask(.biometry) { state.failures = 0 }
        return state.facts.biometry?.generation
      }
      if let generation { machine.take(.match(generation: generation)) }
    case .noMatch:
      let failures = state.withLock { state in
        if machine.step == .ask(.biometry) { Self.countFailure(&state) }
        return state.failures
      }
      machine.take(.noMatch(deviceFailures: failures))
    case .fallback:
      if !machine.offersFallback { state.withLock { $0.mistakes += 1 } }
      machine.take(.fallback)
    case .cancel: machine.take(.cancel)
    case .rightPasscode:
      state.withLock {
        $0.failures = 0
        $0.facts.biometry?.isLockedOut = false
      }
      machine.take(.passcodeRight)
    case .wrongPasscode: machine.take(.passcodeWrong)
    case .companionConfirms: machine.take(.companionConfirmed(.watch))
    case .applicationPassword: machine.take(.applicationPasswordTyped)
    case .systemCancel: machine.take(.systemCancel)
    }
  }

  private static func countFailure(_ state: inout State) {
    state.failures += 1
    state.facts.biometry?.isLockedOut = state.failures >= PromptMachine.deviceLimit
  }

  private func wake(_ body: (inout State) -> Void) {
    changed.lock()
    state.withLock(body)
    changed.broadcast()
    changed.unlock()
  }
}
