// SPDX-License-Identifier: Apache-2.0

/// The outcome of asking the user to allow or refuse an action (Specification/system-libraries.md,
/// "pinentry (Assuan), measured").
package enum ConfirmationAnswer: Hashable, Sendable {
  /// The user pressed the button that allows the action.
  case accepted
  /// The user pressed the button that refuses the action.
  case refused
  /// The user cancelled the prompt or closed its window, or the `Cancellation` was cancelled.
  case cancelled
  /// The user did not answer before the deadline of the prompt.
  case timedOut
  /// The user cannot be asked.
  case unavailable(Unavailability)
  /// The prompting program ended before the user answered.
  case endedWithoutAnswer
}
