// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The end of an evaluation from outside: who asks listens to it, anybody may call for it.
///
/// The first word counts. An authenticator that listens answers its `ask` at once.
package final class AuthenticationCancellation: Sendable {
  private struct State: Sendable {
    var failure: AuthenticationFailure?
    var isOver = false
    var listener: (@Sendable (AuthenticationFailure) -> Void)?
  }

  private let state = Lock(State())

  package init() {}

  /// What it was cancelled with; nil while it goes on.
  package var failure: AuthenticationFailure? { state.withLock { $0.failure } }

  /// Ends the evaluation; without effect after an earlier word and after `finish`.
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

  /// Tells one listener, at once where it is cancelled already; on the thread that cancels.
  ///
  /// A later listener takes the place of an earlier one.
  package func onCancel(_ listener: @escaping @Sendable (AuthenticationFailure) -> Void) {
    let failure = state.withLock { (state: inout State) -> AuthenticationFailure? in
      guard state.failure == nil else { return state.failure }
      state.listener = listener
      return nil
    }
    if let failure { listener(failure) }
  }

  /// The evaluation has its outcome; nobody is told of anything any more.
  package func finish() {
    state.withLock {
      $0.isOver = true
      $0.listener = nil
    }
  }
}
