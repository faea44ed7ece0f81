// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// What to show to the person whose passcode is wanted.
///
/// The texts are ours; what an application supplied stands in them as `QuotedText`.
package struct PasscodeQuestion: Hashable, Sendable {
  /// Asks for a new passcode twice.
  package struct Repetition: Hashable, Sendable {
    /// In front of the second field.
    package let prompt: String
    /// Shown when the two differ.
    package let mismatch: String

    package init(prompt: String, mismatch: String) {
      self.prompt = prompt
      self.mismatch = mismatch
    }
  }

  /// The title of the window.
  package let title: String
  /// What the passcode is wanted for; lines are separated by newlines.
  package let description: String
  /// In front of the field.
  package let prompt: String
  /// What was wrong with the last try; nil at the first.
  package var lastError: String?
  /// The third button, which wants another mechanism; nil where there is none.
  package var fallback: String?
  /// Set for a new passcode.
  package var repetition: Repetition?
  /// What to say instead of "OK"; nil for the prompter's own word.
  package var accept: String?
  /// What to say instead of "Cancel"; nil for the prompter's own word.
  package var cancel: String?

  package init(title: String, description: String, prompt: String) {
    self.title = title
    self.description = description
    self.prompt = prompt
  }
}

/// How a question for a passcode ended (spec/access-control.md 3.3).
package enum PasscodeAnswer: Equatable, Sendable {
  /// A try, which nobody has verified; it may be empty.
  case passphrase(SecretBytes)
  /// The person, or `Cancellation`: -2.
  case cancelled
  /// The third button of a question that has one: -3.
  case notConfirmed
  /// The deadline of the question: -4.
  case timedOut
  /// Nobody can be asked: -1004.
  case unavailable(Unavailability)
  /// The prompting program ended first: -4.
  case endedWithoutAnswer
}
