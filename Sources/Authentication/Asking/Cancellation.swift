// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
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
