// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The evaluation that has the prompt: a newcomer ends the running one
/// (spec/access-control.md 1.8).
///
/// One for each authenticator, so that the order of evaluations is total.
package final class RunningEvaluations: Sendable {
  private let running = Lock<AuthenticationCancellation?>(nil)

  package init() {}

  /// Whether an evaluation has the prompt.
  package var isBusy: Bool { running.withLock { $0 != nil } }

  /// Gives the prompt to an evaluation; the one that had it ends with -4.
  package func begin(_ evaluation: AuthenticationCancellation) {
    let former = running.withLock { (running: inout AuthenticationCancellation?) in
      defer { running = evaluation }
      return running
    }
    former?.cancel(with: .systemCancel)
  }

  /// The evaluation has its outcome.
  package func end(_ evaluation: AuthenticationCancellation) {
    evaluation.finish()
    running.withLock { if $0 === evaluation { $0 = nil } }
  }

  /// Ends the running evaluation: the device locks, the application leaves the foreground.
  package func cancelAll(with failure: AuthenticationFailure = .systemCancel) {
    running.withLock { $0 }?.cancel(with: failure)
  }
}
