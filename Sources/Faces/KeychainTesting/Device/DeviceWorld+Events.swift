// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// Functions that apply events to the device.
extension DeviceWorld {
  /// Applies an event with all its effects, and returns false if a passcode, finger or face was
  /// refused.
  ///
  /// - Throws: `ImpossibleEvent`, with nothing changed, if the event cannot happen.
  @discardableResult
  func happen(_ event: DeviceEvent) throws(ImpossibleEvent) -> Bool {
    // If an evaluation is starting on any thread, the event waits until the evaluation shows its
    // prompt. The prompt is then recorded before the event.
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

  /// Applies an event while a prompt is shown.
  ///
  /// - Returns: False if a passcode, finger or face was refused. Nil if the event cannot happen
  ///   now.
  @discardableResult
  func happenDuringPrompt(_ event: DeviceEvent) -> Bool? {
    runningStep { try? happen(event) }
  }

  /// Runs the code in a `.run` step of the script, while a prompt is shown.
  ///
  /// The journal marks the events that the code causes as scripted (caused by a step of the
  /// script). A replay skips these events, because the step causes them again.
  func runDuringPrompt(_ body: @Sendable (SimulatedDevice) -> Void) {
    guard let device = inner.withLock({ $0.device }) else { return }
    runningStep { body(device) }
  }

  private func runningStep<Result>(_ body: () -> Result) -> Result {
    inner.withLock { $0.runningSteps += 1 }
    defer { inner.withLock { $0.runningSteps -= 1 } }
    return body()
  }

  /// Cancels the running evaluation (authentication), which then fails with the code -4 of
  /// `LAError`.
  ///
  /// Waits until the evaluation has ended, so that its end is recorded before later events. Does
  /// not wait during a replay, or while a step of the script runs. Both may run on the thread of
  /// the evaluation, which must not wait for itself.
  func cancelEvaluation() {
    guard let evaluation = evaluations.cancelAll() else { return }
    // A step of the script, or a replay, may run on the evaluation's own thread, which must not
    // wait for itself.
    guard inner.withLock({ $0.runningSteps == 0 && $0.replay == nil }) else { return }
    wait { evaluations.isRunning(evaluation) }
  }

  /// Waits while `isPending` is true, but at most 20 seconds: another thread still has work to do.
  ///
  /// On a busy machine it may take seconds until that thread runs.
  private func wait(while isPending: () -> Bool) {
    let end = ContinuousClock.now + .seconds(20)
    while isPending(), ContinuousClock.now < end { usleep(100) }
  }

  /// Moves the clocks forward, and stops at each time at which the device or a prompt changes by
  /// itself.
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

  /// Returns the time until the device or a prompt next changes by itself, or nil if no change is
  /// due.
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

  /// Sets the device's state to the state that the content of the store shows.
  ///
  /// Called if the store reported an error during an event.
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
