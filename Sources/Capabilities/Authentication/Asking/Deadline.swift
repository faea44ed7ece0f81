// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
package import KeychainTypes
import SecureMemory

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
