// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// Whether anybody in the process wants to know of its calls.
///
/// Mostly nobody does, and then a call pays one atomic load for the question. It begins with one
/// watcher, which whoever asks first sends away after a look at the environment.
package enum Watchers {
  /// Whether there is one.
  package static var isAny: Bool { latchkey_watchers() != 0 }

  /// One more; `end` takes it away.
  package static func begin() { latchkey_watchers_change(1) }

  /// Ends what `begin` began.
  package static func end() { latchkey_watchers_change(-1) }
}
