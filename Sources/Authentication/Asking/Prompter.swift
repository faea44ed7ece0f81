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
