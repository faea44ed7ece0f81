// SPDX-License-Identifier: Apache-2.0

/// There is nobody to ask: each question is answered at once, and no process is started
/// (spec/access-control.md 3.7).
package struct NobodyPrompter: Prompter {
  /// Why there is nobody.
  package let reason: Unavailability

  package init(reason: Unavailability) {
    self.reason = reason
  }

  package func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    .unavailable(reason)
  }

  package func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    .unavailable(reason)
  }
}
