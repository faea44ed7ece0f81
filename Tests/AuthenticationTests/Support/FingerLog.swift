// SPDX-License-Identifier: Apache-2.0
import Authentication
import SecureMemory
import TestPatience

/// A verification in a thread of its own: what was told, and how it ended.
final class FingerLog: Sendable {
  private struct State {
    var events: [FingerEvent] = []
    var outcome: FingerOutcome?
  }

  private let state = Lock(State())
  let cancellation = Cancellation()

  /// Starts it; there are so many attempts.
  init(_ machine: FingerprintMachine, attempts: Int = 3, milliseconds: Int = 300_000) {
    let helper = machine.helper
    Threads.after(milliseconds: 0) { [self] in
      let outcome = helper.verifyFinger(
        until: Deadline(milliseconds: milliseconds), cancellation: cancellation
      ) { event in
        state.withLock { $0.events.append(event) }
        return failures < attempts
      }
      state.withLock { $0.outcome = outcome }
    }
  }

  var events: [FingerEvent] { state.withLock { $0.events } }
  var failures: Int { events.filter { $0 == .noMatch }.count }

  /// How many attempts have begun.
  var attempts: Int {
    events.filter { if case .waiting = $0 { true } else { false } }.count
  }

  /// Whether the reader waits for an attempt by now: what it is told between two may get lost.
  func isWaiting(for attempt: Int = 1) -> Bool {
    Patience.wait { attempts >= attempt }
  }

  /// Waits for the end.
  func outcome() -> FingerOutcome? {
    _ = Patience.wait { state.withLock { $0.outcome != nil } }
    return state.withLock { $0.outcome }
  }
}
