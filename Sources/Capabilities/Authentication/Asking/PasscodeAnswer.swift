// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The outcome of asking the user for a passcode (Specification/access-control.md, "Presence by
/// passphrase: pinentry").
package enum PasscodeAnswer: Equatable, Sendable {
  /// The passcode that the user typed, which is not verified yet.
  ///
  /// The passcode may be empty.
  case passphrase(SecretBytes)
  /// The user cancelled the prompt, or a `Cancellation` ended it: LAError -2 (userCancel).
  case cancelled
  /// The user pressed the third button, to choose another way to authenticate: LAError -3
  /// (userFallback).
  case notConfirmed
  /// The user did not answer before the deadline of the prompt: LAError -4 (systemCancel).
  case timedOut
  /// The user cannot be asked: LAError -1004 (notInteractive).
  case unavailable(Unavailability)
  /// The prompting program ended before the user answered: LAError -4 (systemCancel).
  case endedWithoutAnswer
}
