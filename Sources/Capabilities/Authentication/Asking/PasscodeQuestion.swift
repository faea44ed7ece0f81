// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The texts of a prompt in which the user types a passcode or a password.
///
/// Latchkey writes these texts. An application's text appears in them only as `QuotedText`.
package struct PasscodeQuestion: Hashable, Sendable {
  /// The texts for typing a new passcode a second time, to find typing mistakes.
  package struct Repetition: Hashable, Sendable {
    /// The label of the field for the second passcode.
    package let prompt: String
    /// The text to show if the two typed passcodes differ.
    package let mismatch: String

    package init(prompt: String, mismatch: String) {
      self.prompt = prompt
      self.mismatch = mismatch
    }
  }

  /// The title of the prompt's window.
  package let title: String
  /// The text that says why the passcode is asked for.
  ///
  /// Newlines separate its lines.
  package let description: String
  /// The label of the passcode field.
  package let prompt: String
  /// The text that says why the passcode that the user typed before was not accepted.
  ///
  /// Nil when the user is asked for the first time.
  package var lastError: String?
  /// The label of the third button, with which the user chooses another way to authenticate.
  ///
  /// Nil if the prompt has no third button.
  package var fallback: String?
  /// The texts for typing the passcode twice, if the user chooses a new passcode.
  ///
  /// Nil if the user types the present passcode.
  package var repetition: Repetition?
  /// The label of the button that accepts the typed passcode, usually "OK".
  ///
  /// If the label is nil, the prompting program shows its default label.
  package var accept: String?
  /// The label of the button that cancels the prompt, usually "Cancel".
  ///
  /// If the label is nil, the prompting program shows its default label.
  package var cancel: String?

  package init(title: String, description: String, prompt: String) {
    self.title = title
    self.description = description
    self.prompt = prompt
  }
}
