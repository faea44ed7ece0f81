// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

/// A prompt that is up: what other threads have to tell it, and when its time is over.
///
/// The thread that asks owns the machine; all others only post events.
final class LivePrompt: Sendable {
  /// When a prompt gives up (spec/access-control.md 3.8).
  static let longest = Duration.seconds(60)
  /// When its biometric stage does.
  static let longestMatching = Duration.seconds(30)

  /// Its place in the record of prompts.
  let number: Int
  /// Whether nobody was going to answer it when it came up: later steps are not for it.
  let hangs: Bool
  private let state: Lock<State>
  /// One permit for each posted event.
  private let posted = DispatchSemaphore(value: 0)

  private struct State: Sendable {
    var events: [PromptMachine.Event] = []
    /// What time does to it, earliest first.
    var deadlines: [(time: Duration, event: PromptMachine.Event)]
  }

  init(number: Int, hangs: Bool, at now: Duration) {
    self.number = number
    self.hangs = hangs
    state = Lock(
      State(deadlines: [
        (now + Self.longestMatching, .biometryTimedOut), (now + Self.longest, .deadline),
      ]))
  }

  /// When time next does something to the prompt.
  var nextDue: Duration? { state.withLock { $0.deadlines.first?.time } }

  /// Posts what falls due until a time since boot.
  func fire(until now: Duration) {
    let due = state.withLock { (state: inout State) -> [PromptMachine.Event] in
      let count = state.deadlines.prefix { $0.time <= now }.count
      defer { state.deadlines.removeFirst(count) }
      return state.deadlines.prefix(count).map(\.event)
    }
    for event in due { post(event) }
  }

  /// Tells the prompt.
  func post(_ event: PromptMachine.Event) {
    state.withLock { $0.events.append(event) }
    posted.signal()
  }

  /// What was posted next, if anything was.
  func posting() -> PromptMachine.Event? {
    guard posted.wait(timeout: .now()) == .success else { return nil }
    return state.withLock { $0.events.removeFirst() }
  }

  /// Waits until something is posted.
  func waitForPosting() -> PromptMachine.Event {
    posted.wait()
    return state.withLock { $0.events.removeFirst() }
  }
}
