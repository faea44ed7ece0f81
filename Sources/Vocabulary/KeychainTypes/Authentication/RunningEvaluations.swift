// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The evaluation that has the prompt: a newcomer ends the running one
/// (spec/access-control.md 1.8).
///
/// One for each authenticator, so that the order of evaluations is total.
package final class RunningEvaluations: Sendable {
  private struct Turn: Sendable {
    let evaluation: AuthenticationCancellation
    var isShown = false
  }

  private let running = Lock<Turn?>(nil)

  package init() {}

  /// Whether an evaluation has the prompt.
  package var isBusy: Bool { running.withLock { $0 != nil } }

  /// Whether the one that has it has neither shown it nor ended.
  package var isStarting: Bool { running.withLock { $0?.isShown == false } }

  /// Whether an evaluation has no outcome yet, and none has followed it.
  package func isRunning(_ evaluation: AuthenticationCancellation) -> Bool {
    running.withLock { $0?.evaluation === evaluation }
  }

  /// Gives the prompt to an evaluation; the one that had it ends with -4.
  package func begin(_ evaluation: AuthenticationCancellation) {
    let former = running.withLock { (running: inout Turn?) in
      defer { running = Turn(evaluation: evaluation) }
      return running
    }
    former?.evaluation.cancel(with: .systemCancel)
  }

  /// The prompt of an evaluation is there, where an authenticator says so.
  package func show(_ evaluation: AuthenticationCancellation) {
    running.withLock { if $0?.evaluation === evaluation { $0?.isShown = true } }
  }

  /// The evaluation has its outcome.
  package func end(_ evaluation: AuthenticationCancellation) {
    evaluation.finish()
    running.withLock { if $0?.evaluation === evaluation { $0 = nil } }
  }

  /// Ends the running evaluation: the device locks, the application leaves the foreground.
  ///
  /// - Returns: the one that was told so.
  @discardableResult
  package func cancelAll(
    with failure: AuthenticationFailure = .systemCancel
  ) -> AuthenticationCancellation? {
    let evaluation = running.withLock { $0?.evaluation }
    evaluation?.cancel(with: failure)
    return evaluation
  }
}
