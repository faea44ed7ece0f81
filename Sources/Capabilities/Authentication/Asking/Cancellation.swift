// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainTypes
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
