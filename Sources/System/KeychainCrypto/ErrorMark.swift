// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// Marks the thread's queue of OpenSSL errors, so that errors of Latchkey's own calls can be
/// removed.
///
/// The program may use OpenSSL itself, and clearing the whole queue would lose its errors.
struct ErrorMark {
  init() { ERR_set_mark() }

  /// Removes the errors that were added to the queue since the mark.
  ///
  /// Call it after a failure.
  func restore() { ERR_pop_to_mark() }

  /// Removes the mark and keeps all errors in the queue.
  ///
  /// Call it after a success.
  func discard() { ERR_clear_last_mark() }
}
