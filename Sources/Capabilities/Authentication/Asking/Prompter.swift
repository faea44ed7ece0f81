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
