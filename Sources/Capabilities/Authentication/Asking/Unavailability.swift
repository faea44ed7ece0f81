// SPDX-License-Identifier: Apache-2.0

/// Why nobody can be asked: -1004 and errSecInteractionNotAllowed (spec/access-control.md 3.3,
/// 3.7).
package enum Unavailability: Error, Hashable, Sendable {
  /// `LATCHKEY_INTERACTION=never`, or a caller that wants no questions.
  case forbidden
  /// Neither a display nor a terminal whose foreground this process has.
  case nobodyThere
  /// There is a display, and it is locked.
  case displayLocked
  /// No pinentry where it is looked for.
  case noProgram
  /// The prompting program cannot be started, ends before it can be asked anything, or greets with
  /// what is no greeting, or not in time.
  case notStarted
  /// The prompting program has no terminal to ask at.
  case noTerminal
  /// The prompting program refuses, or says what its protocol does not know.
  case broken

  /// Whether nobody can have seen a question: then another one may ask.
  var provesNothingShown: Bool {
    switch self {
    case .noProgram, .notStarted, .noTerminal: true
    // It may have been refused after it was shown.
    case .broken: false
    // Nobody else is to ask either.
    case .forbidden, .nobodyThere, .displayLocked: false
    }
  }
}
