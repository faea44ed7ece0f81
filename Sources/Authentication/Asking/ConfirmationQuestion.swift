// SPDX-License-Identifier: Apache-2.0

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
