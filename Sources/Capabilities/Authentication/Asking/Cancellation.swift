// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
package import KeychainTypes
import SecureMemory

/// Ends a prompt, and every other wait for the user (Specification/access-control.md, "Deadlines
/// and cancellation").
///
/// `cancel` may be called from any thread, at any moment and several times. A cancellation cannot
/// be undone.
package final class Cancellation: Sendable {
  /// A descriptor that becomes readable (poll) when `cancel` is called.
  ///
  /// -1 if the process had no descriptor left. A wait must then read `isCancelled` at intervals.
  let descriptor: Int32
  private let state = Lock(false)

  /// Makes a cancellation that is not cancelled yet.
  package init() {
    descriptor = latchkey_wake_open()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// True if `cancel` was called.
  package var isCancelled: Bool { state.withLock { $0 } }

  /// Ends all present and later waits that use this cancellation.
  package func cancel() {
    state.withLock { $0 = true }
    if descriptor >= 0 { latchkey_wake(descriptor) }
  }
}

/// The moment at which a prompt ends without an answer (Specification/access-control.md, "Deadlines
/// and cancellation").
package struct Deadline: Hashable, Sendable {
  /// The moment of the deadline on the monotonic clock.
  package let moment: MonotonicTime

  /// Makes a deadline this many milliseconds from now.
  package init(milliseconds: Int) {
    moment = MonotonicTime.now.advanced(byMilliseconds: milliseconds)
  }

  /// A deadline ten years ahead, for a wait that has no time limit.
  ///
  /// The wait then ends only if the awaited descriptor is ready or the `Cancellation` is cancelled.
  package static var never: Deadline { Deadline(milliseconds: 315_360_000_000) }

  /// The whole milliseconds until the deadline.
  ///
  /// 0 after the deadline.
  package var millisecondsLeft: Int { moment.millisecondsLeft }

  /// True if the deadline has passed.
  package var isPast: Bool { moment <= MonotonicTime.now }
}
