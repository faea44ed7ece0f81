// SPDX-License-Identifier: Apache-2.0

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
