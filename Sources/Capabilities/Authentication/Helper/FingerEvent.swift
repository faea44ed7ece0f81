// SPDX-License-Identifier: Apache-2.0

/// An event at the fingerprint reader, before the finger is verified or the wait ends
/// (Specification/access-control.md, "Presence by finger: fprintd").
package enum FingerEvent: Hashable, Sendable {
  /// The reason why the fingerprint reader could not read the finger and the user must try again.
  ///
  /// The attempt does not count as failed.
  package enum Hint: UInt8, Hashable, Sendable {
    case retryScan = 1
    case swipeTooShort
    case fingerNotCentered
    case removeAndRetry
  }

  /// The reader waits for a finger: for the first attempt, and again after each failed attempt.
  case waiting(FingerSensor)
  case hint(Hint)
  /// An attempt failed: the finger was read, but it is not enrolled.
  case noMatch
}
