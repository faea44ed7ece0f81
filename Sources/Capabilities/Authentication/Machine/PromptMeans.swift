// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The ways in which a machine can ask its user, and the time limits of each step
/// (Specification/access-control.md, "Whom to ask; headless", "Deadlines and cancellation").
package struct PromptMeans: Sendable {
  /// The allowed time limits for a whole authentication, in seconds.
  package static let evaluationLimits = 5...300

  /// The closure that reads the surroundings of this process, which decide how the user is asked.
  ///
  /// The closure is called again for each prompt.
  package var surroundings: @Sendable () -> PromptSurroundings
  /// The program `latchkey-prompt`, which talks to the fingerprint reader and to PAM.
  ///
  /// Nil if it is not installed.
  package var helper: HelperProgram?
  /// The time limit of an authentication with all its prompts, in milliseconds.
  package var evaluation = 60_000
  /// The time limit for waiting for a finger, in milliseconds.
  ///
  /// The wait takes at most half of `evaluation`, so that the user has time to type the passcode.
  package var finger = 30_000
  /// The time limit for finding the fingerprint reader, in milliseconds.
  ///
  /// If the time passes, the result of the last search is used.
  package var finding = 300
  /// The time limit for finding out whether the screen is locked, in milliseconds.
  ///
  /// If the time passes, the screen is taken to be unlocked.
  package var looking = 3_000
  /// The microseconds for which Latchkey uses the result of its last search for the fingerprint
  /// reader.
  ///
  /// Before a prompt, Latchkey always searches again.
  package var sensorLife: Int64 = 1_000_000
  /// The microseconds for which Latchkey uses the surroundings of this process that it last read.
  ///
  /// Before a prompt, Latchkey always reads the surroundings again.
  package var surroundingsLife: Int64 = 100_000

  /// True if the user would be asked at a display whose screen is locked now.
  ///
  /// Each call starts a process to find out, so call it once for each prompt.
  func screenIsLocked(_ surroundings: PromptSurroundings) -> Bool {
    guard surroundings.isSeen, surroundings.allowsQuestions, !surroundings.isSetID, let helper
    else { return false }
    return helper.screenIsLocked(
      until: Deadline(milliseconds: looking), cancellation: Cancellation())
  }

  /// Returns the deadline of an authentication that begins now.
  ///
  /// The deadline is the limit `evaluation`, or the shorter limit in the caller's request.
  func deadline(of request: AuthenticationRequest) -> Deadline {
    let left = request.longest.map { Int(clamping: max(0, $0) / 1000) } ?? .max
    return Deadline(milliseconds: min(evaluation, left))
  }

  package init(
    helper: HelperProgram? = nil,
    surroundings: @escaping @Sendable () -> PromptSurroundings = { .current() }
  ) {
    self.helper = helper
    self.surroundings = surroundings
  }
}
