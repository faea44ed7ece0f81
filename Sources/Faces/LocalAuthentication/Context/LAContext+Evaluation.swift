// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// How an evaluation runs: what needs nobody is decided on the caller's thread, in the order of the
/// calls; a prompt has a thread of its own; replies come on the context's queue.
extension LAContext {
  typealias Reply = @Sendable (Bool, (any Error)?) -> Void

  /// The cancellation of the evaluation that an asynchronous twin is about to begin.
  @TaskLocal private static var awaited: AuthenticationCancellation?

  /// Begins an evaluation and replies its outcome.
  func evaluate(
    _ requirement: AuthenticationRequirement?, reason: String, _ call: ContextCall,
    reply: @escaping Reply
  ) {
    let asked = asked
    let cancellation = Self.awaited ?? AuthenticationCancellation()
    switch shared.begin(requirement, by: asked, reason: reason, until: cancellation) {
    case .over(let failure, let lapse): answer(failure, after: lapse, call, reply)
    case .prompt(let evaluation): run(evaluation, by: asked, call, reply)
    }
  }

  /// Whether something can be made under an access control now: nobody has to be present, but an
  /// application password may have to be typed (spec/access-control.md 1.6).
  func evaluateCreation(
    _ accessControl: AccessControl, reason: String, _ call: ContextCall, reply: @escaping Reply
  ) {
    let asked = asked
    guard !shared.isInvalidated else {
      asked.authenticator.answered(asked.caller, .invalidContext)
      return answer(.invalidContext, call, reply)
    }
    let rules = (accessControl.constraints?.rules.operations ?? []).compactMap {
      AuthenticationRequirement(accessControl, for: $0)
    }
    let facts = asked.facts
    for rule in rules {
      guard let obstacle = rule.preflightBinding(facts) else { continue }
      asked.authenticator.answered(asked.caller, obstacle)
      return answer(obstacle, call, reply)
    }
    let password = AuthenticationRequirement.applicationPassword(of: accessControl)
    evaluate(password, reason: reason, call, reply: reply)
  }

  private func run(
    _ evaluation: AuthenticationEvaluation, by asked: BoundAuthenticator, _ call: ContextCall,
    _ reply: @escaping Reply
  ) {
    let replies = replies
    // The context is not held: when its last reference goes, the evaluation ends.
    let keeper = WeakContext(self)
    Thread.detachNewThread {
      do throws(AuthenticationFailure) {
        let means = try evaluation.run()
        if means.contains(where: \.isBiometric) { keeper.context?.noteDomainState(asked) }
        call.end(nil)
        replies.async { reply(true, nil) }
      } catch {
        call.end(error)
        let failure = LAError.error(error)
        replies.async { reply(false, failure) }
      }
    }
  }

  private func answer(
    _ failure: AuthenticationFailure?, after lapse: EvidenceLapse? = nil, _ call: ContextCall,
    _ reply: @escaping Reply
  ) {
    call.end(failure, after: lapse)
    let error = failure.map(LAError.error)
    replies.async { reply(error == nil, error) }
  }

  /// Waits for a reply; a cancelled task ends the evaluation with `LAError.appCancel` and leaves
  /// the context (spec/access-control.md 1.8).
  func awaiting(_ begin: (@escaping Reply) -> Void) async throws -> Bool {
    let cancellation = AuthenticationCancellation()
    // Without a reference the evaluation would end.
    defer { withExtendedLifetime(self) {} }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.$awaited.withValue(cancellation) {
          begin { success, error in
            if let error {
              continuation.resume(throwing: error)
            } else {
              continuation.resume(returning: success)
            }
          }
        }
      }
    } onCancel: {
      cancellation.cancel(with: .appCancel)
    }
  }
}

/// A context that is not kept alive; only its own locked state is touched through it.
private final class WeakContext: @unchecked Sendable {
  weak var context: LAContext?

  init(_ context: LAContext) {
    self.context = context
  }
}

extension Proof.Means {
  /// Whether it was a match.
  fileprivate var isBiometric: Bool {
    if case .biometry = self { true } else { false }
  }
}
