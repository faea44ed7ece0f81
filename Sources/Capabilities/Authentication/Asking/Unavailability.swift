// SPDX-License-Identifier: Apache-2.0

/// The reason why the user cannot be asked (Specification/access-control.md, "Presence by
/// passphrase: pinentry", "Whom to ask; headless").
///
/// The program that needs the answer receives LAError -1004 (notInteractive) or status -25308
/// (errSecInteractionNotAllowed).
package enum Unavailability: Error, Hashable, Sendable {
  /// The calling program forbids questions, or the environment variable `LATCHKEY_INTERACTION` is
  /// `never`.
  case forbidden
  /// This process has no display, and is not in the foreground of a terminal.
  case nobodyThere
  /// The screen of the display is locked.
  case displayLocked
  /// The process has a display but no terminal, and no pinentry program for a display is installed.
  case noProgram
  /// The prompting program certainly showed no question.
  ///
  /// The program could not be started, ended too early, or did not send the first line (greeting)
  /// of its protocol in time.
  case notStarted
  /// The prompting program found no terminal at which it could ask.
  case noTerminal
  /// The prompting program refused to ask, or violated its protocol.
  case broken

  /// True if another prompter may ask instead, because the user certainly saw no question.
  ///
  /// False also if questions are forbidden or the display is locked: then no prompter may ask.
  var provesNothingShown: Bool {
    switch self {
    case .noProgram, .notStarted, .noTerminal: true
    // The program may have refused after the question was shown.
    case .broken: false
    // No other prompter may ask either.
    case .forbidden, .nobodyThere, .displayLocked: false
    }
  }
}
