// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The register of the evaluation that is running at an authenticator; only this evaluation may
/// show its prompt.
///
/// A new evaluation cancels the running evaluation (Specification/access-control.md,
/// "Concurrency"). Each authenticator has exactly one register, so that its evaluations run one
/// after the other.
package final class RunningEvaluations: Sendable {
  private struct Turn: Sendable {
    let evaluation: AuthenticationCancellation
    var isShown = false
  }

  private let running = Lock<Turn?>(nil)

  package init() {}

  /// True if an evaluation is running at the authenticator.
  package var isBusy: Bool { running.withLock { $0 != nil } }

  /// True if an evaluation is running and its prompt has not been shown yet.
  package var isStarting: Bool { running.withLock { $0?.isShown == false } }

  /// True if the evaluation is running: it is not over, and no later evaluation has replaced it.
  package func isRunning(_ evaluation: AuthenticationCancellation) -> Bool {
    running.withLock { $0?.evaluation === evaluation }
  }

  /// Registers an evaluation as the running evaluation, and cancels the evaluation that was running
  /// before.
  ///
  /// The cancelled evaluation fails with `systemCancel` (-4).
  package func begin(_ evaluation: AuthenticationCancellation) {
    let former = running.withLock { (running: inout Turn?) in
      defer { running = Turn(evaluation: evaluation) }
      return running
    }
    former?.evaluation.cancel(with: .systemCancel)
  }

  /// Records that the prompt of an evaluation is now on the screen.
  ///
  /// An authenticator must call this method only if other code reads `isStarting`, as the simulated
  /// device does. Without this call, `isStarting` is true until the evaluation ends.
  package func show(_ evaluation: AuthenticationCancellation) {
    running.withLock { if $0?.evaluation === evaluation { $0?.isShown = true } }
  }

  /// Marks an evaluation as over, after it has succeeded or failed.
  package func end(_ evaluation: AuthenticationCancellation) {
    evaluation.finish()
    running.withLock { if $0?.evaluation === evaluation { $0 = nil } }
  }

  /// Cancels the running evaluation, because the device was locked or the application left the
  /// foreground.
  ///
  /// - Returns: the evaluation that was cancelled; nil if no evaluation was running.
  @discardableResult
  package func cancelAll(
    with failure: AuthenticationFailure = .systemCancel
  ) -> AuthenticationCancellation? {
    let evaluation = running.withLock { $0?.evaluation }
    evaluation?.cancel(with: failure)
    return evaluation
  }
}
