// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// The evaluations of a context: the context asks the user for a proof and sends the outcome to the
/// caller.
///
/// If no prompt is needed, the outcome is decided on the caller's thread, in the order of the
/// calls. Each prompt has its own thread. Reply handlers are called on the private queue of the
/// context.
extension LAContext {
  typealias Reply = @Sendable (Bool, (any Error)?) -> Void

  /// The object that ends the evaluation of an `async` function if its Swift task is cancelled.
  ///
  /// The value is nil for functions with a reply handler. The value is set only while an `async`
  /// function begins its evaluation.
  @TaskLocal private static var awaited: AuthenticationCancellation?

  /// Begins to evaluate a requirement, which is the proof that the user must give.
  ///
  /// The function does not wait for the user. The function calls `reply` once, when the outcome is
  /// known.
  ///
  /// - Parameter requirement: nil if an access control has no rule for the operation. The
  ///   evaluation then fails with the code -1009 (`AuthenticationFailure.noRule`).
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

  /// Evaluates whether an item or a key with the given access control can be created now
  /// (Specification/access-control.md, "Evaluation").
  ///
  /// The user need not prove presence. If the access control demands an application password that
  /// the context does not have yet, the user is asked for this password.
  ///
  /// - Parameter reply: called once, with true if the item or the key can be created, otherwise
  ///   with false and the error.
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
    // The thread has no strong reference to the context: the evaluation ends when the last
    // reference to the context is released.
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

  /// Begins an evaluation and waits until its reply handler is called
  /// (Specification/access-control.md, "Concurrency").
  ///
  /// If the Swift task is cancelled, the evaluation ends with `LAError.appCancel`. The context
  /// stays valid.
  ///
  /// - Returns: true if the evaluation succeeded.
  /// - Throws: the error that the reply handler received.
  func awaiting(_ begin: (@escaping Reply) -> Void) async throws -> Bool {
    let cancellation = AuthenticationCancellation()
    // Keeps the context alive: without a reference to the context, the evaluation would end.
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

/// A weak reference to a context, for the thread of a prompt.
///
/// The reference may cross threads, because that thread uses only the part of the context that
/// locks protect.
private final class WeakContext: @unchecked Sendable {
  weak var context: LAContext?

  init(_ context: LAContext) {
    self.context = context
  }
}

extension Proof.Means {
  /// True if the user gave this proof with a finger or face.
  fileprivate var isBiometric: Bool {
    if case .biometry = self { true } else { false }
  }
}
