// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

/// A prompt that is shown now, with its deadlines and the events posted to it.
///
/// An event, such as a cancellation or the end of a deadline, can end the prompt. Only the thread
/// whose authentication shows the prompt handles the events. All other threads only post events.
final class LivePrompt: Sendable {
  /// The time after which an unanswered prompt ends (Specification/access-control.md, "Deadlines
  /// and cancellation").
  static let longest = Duration.seconds(60)
  /// The time after which a prompt no longer waits for a finger or a face.
  static let longestMatching = Duration.seconds(30)

  /// The index of the prompt in `SimulatedDevice.prompts`.
  let number: Int
  /// True if the simulated user does nothing, so that the prompt waits for other events, such as
  /// its deadline.
  ///
  /// The value is true if no step of `SimulatedDevice.answer` was left, and `whenAsked` was `hang`,
  /// when the prompt appeared. Steps that the test adds later do not apply to this prompt.
  let hangs: Bool
  private let state: Lock<State>
  /// A semaphore with one permit for each posted event.
  private let posted = DispatchSemaphore(value: 0)

  private struct State: Sendable {
    var events: [PromptMachine.Event] = []
    /// The deadlines of the prompt, earliest first, with the events that they cause.
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

  /// The next deadline of the prompt as a time since boot, or nil if no deadline is left.
  var nextDue: Duration? { state.withLock { $0.deadlines.first?.time } }

  /// Posts the events of all deadlines up to a time since boot.
  func fire(until now: Duration) {
    let due = state.withLock { (state: inout State) -> [PromptMachine.Event] in
      let count = state.deadlines.prefix { $0.time <= now }.count
      defer { state.deadlines.removeFirst(count) }
      return state.deadlines.prefix(count).map(\.event)
    }
    for event in due { post(event) }
  }

  /// Posts an event to the prompt.
  func post(_ event: PromptMachine.Event) {
    state.withLock { $0.events.append(event) }
    posted.signal()
  }

  /// Removes and returns the oldest posted event, or returns nil at once if no event is left.
  func posting() -> PromptMachine.Event? {
    guard posted.wait(timeout: .now()) == .success else { return nil }
    return state.withLock { $0.events.removeFirst() }
  }

  /// Removes and returns the oldest posted event; waits if no event is left.
  func waitForPosting() -> PromptMachine.Event {
    posted.wait()
    return state.withLock { $0.events.removeFirst() }
  }
}
