// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A handle with which any code can cancel one running evaluation (the process of authenticating
/// the user).
///
/// The code that asks the user listens to the cancellation; any other code may cancel. Only the
/// first cancellation has an effect. An authenticator that listens ends the prompt at once.
package final class AuthenticationCancellation: Sendable {
  private struct State: Sendable {
    var failure: AuthenticationFailure?
    var isOver = false
    var listener: (@Sendable (AuthenticationFailure) -> Void)?
  }

  private let state = Lock(State())

  package init() {}

  /// The failure that the evaluation was cancelled with; nil if the evaluation was not cancelled.
  package var failure: AuthenticationFailure? { state.withLock { $0.failure } }

  /// Cancels the evaluation with a failure; has no effect if the evaluation was cancelled already
  /// or is over.
  package func cancel(with failure: AuthenticationFailure) {
    let listener = state.withLock {
      (state: inout State) -> (@Sendable (AuthenticationFailure) -> Void)? in
      guard state.failure == nil, !state.isOver else { return nil }
      state.failure = failure
      defer { state.listener = nil }
      return state.listener
    }
    listener?(failure)
  }

  /// Sets the function that is called with the failure when the evaluation is cancelled, on the
  /// thread that cancels it.
  ///
  /// If the evaluation is already cancelled, the function is called at once. A function that is set
  /// later replaces the earlier function.
  package func onCancel(_ listener: @escaping @Sendable (AuthenticationFailure) -> Void) {
    let failure = state.withLock { (state: inout State) -> AuthenticationFailure? in
      guard state.failure == nil else { return state.failure }
      state.listener = listener
      return nil
    }
    if let failure { listener(failure) }
  }

  /// Marks the evaluation as over: the listener is removed, and later cancellations have no effect.
  package func finish() {
    state.withLock {
      $0.isOver = true
      $0.listener = nil
    }
  }
}
