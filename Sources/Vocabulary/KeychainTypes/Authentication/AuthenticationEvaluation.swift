// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// An evaluation (authentication of the user) that has begun and must still show its prompt: step 7
/// of an evaluation (Specification/access-control.md, "Evaluation").
package struct AuthenticationEvaluation: Sendable {
  private let request: AuthenticationRequest
  private let context: AuthenticationContext
  private let authenticator: any Authenticator
  private let cancellation: AuthenticationCancellation

  init(
    _ request: AuthenticationRequest, in context: AuthenticationContext,
    by authenticator: any Authenticator, until cancellation: AuthenticationCancellation
  ) {
    self.request = request
    self.context = context
    self.authenticator = authenticator
    self.cancellation = cancellation
  }

  /// Asks the user and stores the proofs in the context; blocks until the evaluation is over.
  ///
  /// - Parameter isInCall: True if this thread is in a call (`ForkBarrier`). The call is ended only
  ///   while the authenticator asks. The locks of the context are taken within the call, so that no
  ///   forked child inherits them.
  /// - Returns: the means by which the user was authenticated.
  /// - Throws: the failure that ended the evaluation.
  package func run(
    inCall isInCall: Bool = false
  ) throws(AuthenticationFailure) -> [Proof.Means] {
    defer { authenticator.evaluations.end(cancellation) }
    do throws(AuthenticationFailure) {
      if let failure = cancellation.failure, !authenticator.asksInOrder { throw failure }
      let answer = try asked(isInCall)
      if let failure = cancellation.failure { throw failure }
      context.finish(cancellation, with: answer)
      return answer.proofs.map(\.means)
    } catch {
      context.finish(cancellation, with: nil)
      throw error
    }
  }

  private func asked(_ isInCall: Bool) throws(AuthenticationFailure) -> AuthenticationAnswer {
    guard isInCall else { return try authenticator.ask(request, until: cancellation) }
    ForkBarrier.end()
    let answer = Result { () throws(AuthenticationFailure) in
      try authenticator.ask(request, until: cancellation)
    }
    guard ForkBarrier.begin() else { throw .systemCancel }
    return try answer.get()
  }

  /// Ends the evaluation without showing a prompt to the user.
  package func abandon() {
    context.finish(cancellation, with: nil)
    authenticator.evaluations.end(cancellation)
  }
}
