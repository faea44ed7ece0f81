// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainCrypto
internal import KeychainTypes
internal import SecureMemory

/// Everything around the code under test, in one place and in one order: state, script, record.
///
/// Objects that code under test made keep it alive. Nothing is called out while its lock is held.
final class DeviceWorld: Sendable {
  let keychain: DeviceKeychain
  private let inner: Lock<Inner>

  /// What an event leads to, besides another state.
  typealias Consequence =
    @Sendable (_ event: DeviceEvent, _ before: DeviceState, DeviceState) -> Void

  private struct Inner: Sendable {
    var state: DeviceState
    var script: [SimulatedDevice.Step] = []
    var policy = SimulatedDevice.Policy.fail
    var prompts: [SimulatedDevice.Prompt] = []
    var live: [LivePrompt] = []
    var journal: Journal
    var replay: Replay?
    var failures: [String] = []
    var onEvent: (@Sendable (DeviceEvent) -> Void)?
    var consequence: Consequence?
    /// How many `.run` steps are under way: what they do is the script's doing.
    var runningSteps = 0
    weak var device: SimulatedDevice?
  }

  init(_ state: DeviceState, keychain: DeviceKeychain, journal: Journal) {
    self.keychain = keychain
    inner = Lock(Inner(state: state, journal: journal))
  }

  /// Who carries out what events lead to, and whom `.run` steps are given.
  func attach(to device: SimulatedDevice, _ consequence: @escaping Consequence) {
    inner.withLock {
      $0.device = device
      $0.consequence = consequence
    }
  }

  /// The device is gone; what it was remembered by lives on.
  func detach() {
    inner.withLock {
      $0.device = nil
      $0.consequence = nil
    }
  }

  var state: DeviceState { inner.withLock { $0.state } }
  var prompts: [SimulatedDevice.Prompt] { inner.withLock { $0.prompts } }
  var failures: [String] { inner.withLock { $0.failures } }
  var journal: String { inner.withLock { $0.journal.text } }
  var script: [SimulatedDevice.Step] { inner.withLock { $0.script } }

  var policy: SimulatedDevice.Policy {
    get { inner.withLock { $0.policy } }
    set {
      inner.withLock {
        $0.policy = newValue
        $0.journal.append(.policy(newValue))
      }
    }
  }

  var onEvent: (@Sendable (DeviceEvent) -> Void)? {
    get { inner.withLock { $0.onEvent } }
    set { inner.withLock { $0.onEvent = newValue } }
  }

  /// A caller without rights, in whose name facts of the device itself are read.
  var anybody: Caller { Caller(identifier: "", groups: []) }

  /// Tells a mistake of the test.
  func fail(_ words: String) {
    inner.withLock { $0.failures.append(words) }
    SimulatedDevice.failTest(words)
  }

  /// 32 bytes that stand for what is enrolled, for one app of this device
  /// (spec/access-control.md 1.5).
  func domainState(of identifier: String, _ info: [UInt8]) -> [UInt8]? {
    let identity = unsafe withUnsafeBytes(of: state.identity.uuid) { unsafe Array($0) }
    let secret = try? KeyDerivation.hkdf(
      key: SecretBytes(copying: identity), salt: Array(identifier.utf8), info: info, count: 32)
    return secret?.withBytes { span in span.indices.map { span[$0] } }
  }
}

/// Events.
extension DeviceWorld {
  /// Lets an event happen, with all it leads to.
  ///
  /// - Throws: `ImpossibleEvent` where it cannot happen; nothing has changed then.
  @discardableResult
  func happen(_ event: DeviceEvent) throws(ImpossibleEvent) -> Bool {
    if case .advance(let duration) = event {
      record(event)
      try advance(by: duration)
      told(event)
      return true
    }
    let accepted = try apply(event, recording: true)
    told(event)
    return accepted
  }

  /// The same for the script of a prompt; nil where the event cannot happen.
  @discardableResult
  func happenDuringPrompt(_ event: DeviceEvent) -> Bool? {
    runningStep { try? happen(event) }
  }

  /// Runs a step that is code of the test.
  func runDuringPrompt(_ body: @Sendable (SimulatedDevice) -> Void) {
    guard let device = inner.withLock({ $0.device }) else { return }
    runningStep { body(device) }
  }

  private func runningStep<Result>(_ body: () -> Result) -> Result {
    inner.withLock { $0.runningSteps += 1 }
    defer { inner.withLock { $0.runningSteps -= 1 } }
    return body()
  }

  /// Moves the clocks from one thing that falls due to the next.
  private func advance(by duration: Duration) throws(ImpossibleEvent) {
    var left = duration
    while let step = nextStop(), step < left, state.isOn {
      try apply(.advance(by: step), recording: false)
      left -= step
      fire()
    }
    try apply(.advance(by: left), recording: false)
    fire()
  }

  /// How long until something falls due.
  private func nextStop() -> Duration? {
    let (state, live) = inner.withLock { ($0.state, $0.live) }
    let dues = live.compactMap(\.nextDue) + [state.nextDue].compactMap { $0 }
    return dues.min().map { max(.zero, $0 - state.bootTime) }
  }

  private func fire() {
    let (now, live) = inner.withLock { ($0.state.bootTime, $0.live) }
    for prompt in live { prompt.fire(until: now) }
  }

  @discardableResult
  private func apply(
    _ event: DeviceEvent, recording: Bool
  ) throws(ImpossibleEvent) -> Bool {
    let (before, after, accepted, consequence) = try inner.withLock {
      (inner: inout Inner) throws(ImpossibleEvent) in
      let before = inner.state
      let (after, accepted) = try before.applying(event)
      inner.state = after
      if recording { inner.journal.append(.event(event, isScripted: inner.runningSteps > 0)) }
      return (before, after, accepted, inner.consequence)
    }
    consequence?(event, before, after)
    return accepted
  }

  private func record(_ event: DeviceEvent) {
    inner.withLock { inner in
      inner.journal.append(.event(event, isScripted: inner.runningSteps > 0))
    }
  }

  private func told(_ event: DeviceEvent) {
    inner.withLock { $0.onEvent }?(event)
  }
}

/// Prompts.
extension DeviceWorld {
  func answer(_ steps: [SimulatedDevice.Step]) {
    inner.withLock { inner in
      inner.script += steps
      for step in steps { inner.journal.append(.answer(step)) }
    }
  }

  func nextStep() -> SimulatedDevice.Step? {
    inner.withLock { $0.script.isEmpty ? nil : $0.script.removeFirst() }
  }

  /// A prompt comes up.
  func show(_ request: AuthenticationRequest, _ stage: PromptMachine.Stage) -> LivePrompt {
    let prompt = inner.withLock { inner in
      let prompt = LivePrompt(
        number: inner.prompts.count, hangs: inner.script.isEmpty && inner.policy == .hang,
        at: inner.state.bootTime)
      inner.prompts.append(
        SimulatedDevice.Prompt(
          stages: [stage.shown], reason: request.reason, fallbackTitle: request.fallbackTitle,
          cancelTitle: request.cancelTitle, caller: request.caller.identifier,
          itemLabel: request.itemLabel, time: inner.state.bootTime))
      inner.live.append(prompt)
      return prompt
    }
    came(.prompt(caller: request.caller.identifier, stage.shown))
    return prompt
  }

  func note(_ stage: PromptMachine.Stage, at prompt: LivePrompt) {
    change(prompt) { if $0.stages.last != stage.shown { $0.stages.append(stage.shown) } }
  }

  func countAttempt(at prompt: LivePrompt) {
    change(prompt) { $0.attempts += 1 }
  }

  func close(_ prompt: LivePrompt, _ outcome: PromptMachine.Outcome) {
    let shown: SimulatedDevice.Prompt.Outcome =
      switch outcome {
      case .success: .success
      case .failure(let failure): .failure(code: failure.rawValue)
      }
    change(prompt) { $0.outcome = shown }
    inner.withLock { $0.live.removeAll { $0 === prompt } }
    came(.outcome(shown))
  }

  private func change(
    _ prompt: LivePrompt, _ body: (inout SimulatedDevice.Prompt) -> Void
  ) {
    inner.withLock { body(&$0.prompts[prompt.number]) }
  }
}

/// Journal and replay.
extension DeviceWorld {
  /// Goes on as a journal says, as far as the code under test is not needed for it.
  func begin(replaying replay: Replay) {
    inner.withLock { $0.replay = replay }
    proceed()
  }

  /// Something came from the code under test: recorded, and compared with what is replayed.
  func came(_ entry: Journal.Entry) {
    let difference = inner.withLock { (inner: inout Inner) -> String? in
      inner.journal.append(entry)
      return inner.replay?.take(entry)
    }
    if let difference {
      inner.withLock { $0.replay = nil }
      return fail(difference)
    }
    proceed()
  }

  private func proceed() {
    while let entry = inner.withLock({ $0.replay?.next() }) {
      switch entry {
      case .event(let event, _): _ = try? happen(event)
      case .answer(let step): answer([step])
      case .policy(let policy): self.policy = policy
      case .call, .prompt, .outcome: return
      }
    }
  }
}

extension PromptMachine.Stage {
  /// As the record of prompts names it.
  var shown: SimulatedDevice.Prompt.Stage {
    switch self {
    case .biometry: .biometry
    case .passcode: .passcode
    case .companion: .companion
    case .applicationPassword: .applicationPassword
    }
  }
}
