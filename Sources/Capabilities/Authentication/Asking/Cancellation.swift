// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
package import KeychainTypes
import SecureMemory

/// Ends a prompt from any thread, at any moment, any number of times (spec/access-control.md 3.8).
///
/// Who waits for a person waits for this as well. It stays cancelled for ever.
package final class Cancellation: Sendable {
  /// Can be read (poll) once this is cancelled; -1 where the process has no descriptor left, so
  /// that one who waits has to look from time to time.
  let descriptor: Int32
  private let state = Lock(false)

  /// Nothing is cancelled yet.
  package init() {
    descriptor = latchkey_wake_open()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool { state.withLock { $0 } }

  /// Ends what waits for it, now and later.
  package func cancel() {
    state.withLock { $0 = true }
    if descriptor >= 0 { latchkey_wake(descriptor) }
  }
}

/// When a prompt has to be over (spec/access-control.md 3.8).
package struct Deadline: Hashable, Sendable {
  /// The moment.
  package let moment: MonotonicTime

  /// So many milliseconds from now.
  package init(milliseconds: Int) {
    moment = MonotonicTime.now.advanced(byMilliseconds: milliseconds)
  }

  /// For what ends by other means: ten years.
  package static var never: Deadline { Deadline(milliseconds: 315_360_000_000) }

  /// Whole milliseconds that are left; 0 when it has passed.
  package var millisecondsLeft: Int { moment.millisecondsLeft }

  /// Whether it has passed.
  package var isPast: Bool { moment <= MonotonicTime.now }
}
