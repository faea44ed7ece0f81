// SPDX-License-Identifier: Apache-2.0
import Authentication
import SecureMemory
import TestPatience

/// A verification on a thread of its own: its events and its outcome.
final class FingerLog: Sendable {
  private struct State {
    var events: [FingerEvent] = []
    var outcome: FingerOutcome?
  }

  private let state = Lock(State())
  let cancellation = Cancellation()

  /// Starts a verification with this many attempts.
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

  /// The number of attempts that have begun.
  var attempts: Int {
    events.filter { if case .waiting = $0 { true } else { false } }.count
  }

  /// True once the reader waits for this attempt.
  ///
  /// A scan between two attempts may get lost.
  func isWaiting(for attempt: Int = 1) -> Bool {
    Patience.wait { attempts >= attempt }
  }

  /// Waits for the end and returns the outcome.
  func outcome() -> FingerOutcome? {
    _ = Patience.wait { state.withLock { $0.outcome != nil } }
    return state.withLock { $0.outcome }
  }
}
