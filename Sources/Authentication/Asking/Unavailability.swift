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
  /// The prompting program cannot be started, or ends before it can be asked anything.
  case notStarted
  /// The prompting program has no terminal to ask at.
  case noTerminal
  /// The prompting program refuses, or says what its protocol does not know.
  case broken
}
