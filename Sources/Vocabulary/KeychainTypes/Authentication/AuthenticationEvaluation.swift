// SPDX-License-Identifier: Apache-2.0

/// An evaluation whose prompt is to be shown: step 7 (spec/access-control.md 1.6).
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

  /// Asks, and leaves what was proved in the context; blocks until there is an outcome.
  ///
  /// - Returns: by what something was proved.
  /// - Throws: the outcome, where it is none of success.
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

  /// Ends it without asking.
  package func abandon() {
    context.finish(cancellation, with: nil)
    authenticator.evaluations.end(cancellation)
  }
}
