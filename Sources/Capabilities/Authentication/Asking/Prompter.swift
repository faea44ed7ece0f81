// SPDX-License-Identifier: Apache-2.0

/// Asks the person at the machine, and says what the answer was; whether it is right is decided
/// above, and so are tries and policies.
///
/// A call blocks its thread until there is an answer, at the latest until the deadline; a prompting
/// program that has to be killed takes a second more. When it returns, nothing of the prompt is
/// left: no process, no descriptor, no silent terminal.
package protocol Prompter: Sendable {
  /// Asks once for a passcode.
  func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer

  /// Asks for a click.
  func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer
}

/// What to show to the person who is to allow something.
///
/// A button is no proof of presence: programs on the same display can press it
/// (spec/access-control.md 3.3). This serves access-control lists only.
package struct ConfirmationQuestion: Hashable, Sendable {
  /// The title of the window.
  package let title: String
  /// What is to be allowed; lines are separated by newlines.
  package let description: String
  /// The button that allows.
  package let accept: String
  /// The button that does not; nil where closing the window is the only other way.
  package let refuse: String?
  /// What to say instead of "Cancel"; nil for the prompter's own word.
  package var cancel: String?

  package init(title: String, description: String, accept: String, refuse: String?) {
    self.title = title
    self.description = description
    self.accept = accept
    self.refuse = refuse
  }
}

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
