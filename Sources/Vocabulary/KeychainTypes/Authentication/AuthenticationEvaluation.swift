// SPDX-License-Identifier: Apache-2.0

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
  /// - Returns: the means by which the user was authenticated.
  /// - Throws: the failure that ended the evaluation.
  package func run() throws(AuthenticationFailure) -> [Proof.Means] {
    defer { authenticator.evaluations.end(cancellation) }
    do throws(AuthenticationFailure) {
      if let failure = cancellation.failure, !authenticator.asksInOrder { throw failure }
      let answer = try authenticator.ask(request, until: cancellation)
      if let failure = cancellation.failure { throw failure }
      context.finish(cancellation, with: answer)
      return answer.proofs.map(\.means)
    } catch {
      context.finish(cancellation, with: nil)
      throw error
    }
  }

  /// Ends the evaluation without showing a prompt to the user.
  package func abandon() {
    context.finish(cancellation, with: nil)
    authenticator.evaluations.end(cancellation)
  }
}
