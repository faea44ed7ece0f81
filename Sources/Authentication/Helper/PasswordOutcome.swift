// SPDX-License-Identifier: Apache-2.0

/// How a check of a password ended.
package enum PasswordOutcome: Hashable, Sendable {
  case verdict(PasswordVerdict)
  case cancelled
  case timedOut
  case unavailable(Unavailability)
  /// The helper program ended first.
  case endedWithoutAnswer
}
