// SPDX-License-Identifier: Apache-2.0

/// How a question with buttons ended (spec/system-libraries.md 4).
package enum ConfirmationAnswer: Hashable, Sendable {
  /// The first button.
  case accepted
  /// The button that refuses.
  case refused
  /// The cancelling button, a closed window, or `Cancellation`.
  case cancelled
  /// The deadline of the question.
  case timedOut
  /// Nobody can be asked.
  case unavailable(Unavailability)
  /// The prompting program ended first.
  case endedWithoutAnswer
}
