// SPDX-License-Identifier: Apache-2.0

/// How a verification of a finger ended.
package enum FingerOutcome: Hashable, Sendable {
  case matched
  /// The caller wanted no further attempt.
  case stopped
  case cancelled
  case timedOut
  case failed(FingerFailure)
  /// The helper program cannot be started, or says what its protocol does not know.
  case unavailable(Unavailability)
  /// The helper program ended first.
  case endedWithoutAnswer
}
