// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// With what a machine asks its user, and how long (spec/access-control.md 3.7, 3.8).
package struct PromptMeans: Sendable {
  /// Seconds that an evaluation may be set to.
  package static let evaluationLimits = 5...300

  /// Where this process sits, looked at anew for each prompt.
  package var surroundings: @Sendable () -> PromptSurroundings
  /// What reaches the fingerprint reader; nil where there is nothing that could.
  package var helper: HelperProgram?
  /// Milliseconds of a whole evaluation.
  package var evaluation = 60_000
  /// Milliseconds of its stage at the reader, which takes no more than half of an evaluation: the
  /// rest is for the passcode.
  package var finger = 30_000
  /// Milliseconds to find out which reader there is; beyond them the last answer counts.
  package var finding = 300
  /// Milliseconds to find out whether the screen is locked; beyond them it is not.
  package var looking = 3_000
  /// Microseconds that an answer about the reader counts without a prompt.
  package var sensorLife: Int64 = 1_000_000
  /// Microseconds that an answer about the surroundings does.
  package var surroundingsLife: Int64 = 100_000

  /// Whether the screen at which the user would be asked is locked; asked once for each question.
  func screenIsLocked(_ surroundings: PromptSurroundings) -> Bool {
    guard surroundings.isSeen, surroundings.allowsQuestions, !surroundings.isSetID, let helper
    else { return false }
    return helper.screenIsLocked(
      until: Deadline(milliseconds: looking), cancellation: Cancellation())
  }

  /// When an evaluation that begins now has to be over: the call that asks may have less time.
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
