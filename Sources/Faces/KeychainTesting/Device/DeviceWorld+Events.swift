// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// Events.
extension DeviceWorld {
  /// Lets an event happen, with all it leads to.
  ///
  /// - Throws: `ImpossibleEvent` where it cannot happen; nothing has changed then.
  @discardableResult
  func happen(_ event: DeviceEvent) throws(ImpossibleEvent) -> Bool {
    // An evaluation that was begun before an event comes up before it, on whichever thread.
    wait { evaluations.isStarting }
    if case .backup(let isEncrypted) = event {
      _ = try backUp(isEncrypted: isEncrypted)
      return true
    }
    if case .restore(let backup) = event {
      try restore(backup)
      return true
    }
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

  /// The evaluation that has the prompt ends with -4, and its end is recorded before what follows.
  func cancelEvaluation() {
    guard let evaluation = evaluations.cancelAll() else { return }
    // A step of the script, or a replay, may be on the evaluation's own thread.
    guard inner.withLock({ $0.runningSteps == 0 && $0.replay == nil }) else { return }
    wait { evaluations.isRunning(evaluation) }
  }

  /// Waits for another thread of the device, which has no more to do than to go on.
  ///
  /// On a busy machine it may be seconds until the thread has its turn.
  private func wait(while isPending: () -> Bool) {
    let end = ContinuousClock.now + .seconds(20)
    while isPending(), ContinuousClock.now < end { usleep(100) }
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
  func apply(
    _ event: DeviceEvent, recording: Bool
  ) throws(ImpossibleEvent) -> Bool {
    let (before, after, accepted, consequence) = try inner.withLock {
      (inner: inout Inner) throws(ImpossibleEvent) in
      let before = inner.state
      let (after, accepted) = try before.applying(event)
      inner.state = after
      if case .enterBackground = event, let app = before.foreground {
        inner.habits[app, default: []].insert(.background)
      }
      if recording { inner.journal.append(.event(event, isScripted: inner.runningSteps > 0)) }
      return (before, after, accepted, inner.consequence)
    }
    guard consequence?(event, before, after) ?? true else {
      let status = KeychainError.Code.ioFailed.rawValue
      throw ImpossibleEvent("the disk refuses a write", status: status)
    }
    return accepted
  }

  /// The store is not as an event should have left the device: the device is as the store.
  func settle(_ state: DeviceState) {
    inner.withLock { $0.state = state }
  }

  private func record(_ event: DeviceEvent) {
    inner.withLock { inner in
      inner.journal.append(.event(event, isScripted: inner.runningSteps > 0))
    }
  }

  func told(_ event: DeviceEvent) {
    inner.withLock { $0.onEvent }?(event)
  }
}
