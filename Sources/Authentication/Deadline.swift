// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

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
