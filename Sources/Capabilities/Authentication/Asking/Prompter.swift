// SPDX-License-Identifier: Apache-2.0

/// Asks the user of the machine, and returns the answer without verifying it.
///
/// The caller of the prompter verifies a typed passcode, and counts wrong passcodes.
///
/// A call blocks its thread until the user answers, or until the deadline. Ending a prompting
/// program takes up to a second more. When the call returns, nothing of the prompt is left: no
/// process, no open descriptor, and no terminal that hides typed characters.
package protocol Prompter: Sendable {
  /// Asks the user for a passcode, and returns the typed passcode or the reason for the failure.
  func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer

  /// Asks the user to press a button or key that allows or refuses an action.
  func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer

  /// True if the prompter can show a question to a user now.
  ///
  /// Reading this property shows nothing.
  var canAsk: Bool { get }
}

extension Prompter {
  package var canAsk: Bool { true }
}

/// The texts of a prompt in which the user allows or refuses an action with a button.
///
/// A pressed button is no proof of presence: programs on the same display can press it
/// (Specification/access-control.md, "Presence by passphrase: pinentry"). So the prompt is never
/// used as a proof. One use is the question whether a program may use a keychain file. The other
/// use is a prompt beside the fingerprint reader, with buttons to type the passcode or to cancel.
package struct ConfirmationQuestion: Hashable, Sendable {
  /// The title of the prompt's window.
  package let title: String
  /// The text that describes the action.
  ///
  /// Newlines separate its lines.
  package let description: String
  /// The label of the button that allows the action.
  package let accept: String
  /// The label of the button that refuses the action.
  ///
  /// Nil if the prompt has no such button: the user then refuses with the button that cancels, or
  /// by closing the window.
  package let refuse: String?
  /// The label of the button that cancels the prompt, usually "Cancel".
  ///
  /// If the label is nil, the prompting program shows its default label.
  package var cancel: String?

  package init(title: String, description: String, accept: String, refuse: String?) {
    self.title = title
    self.description = description
    self.accept = accept
    self.refuse = refuse
  }
}

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
