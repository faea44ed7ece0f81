// SPDX-License-Identifier: Apache-2.0

/// What happens while a finger is waited for (spec/access-control.md 3.4).
package enum FingerEvent: Hashable, Sendable {
  /// A try that could not be read; not counted.
  package enum Hint: UInt8, Hashable, Sendable {
    case retryScan = 1
    case swipeTooShort
    case fingerNotCentered
    case removeAndRetry
  }

  /// The reader waits now, at first and after each failed attempt.
  case waiting(FingerSensor)
  case hint(Hint)
  /// A finger that is not enrolled: a failed attempt.
  case noMatch
}
