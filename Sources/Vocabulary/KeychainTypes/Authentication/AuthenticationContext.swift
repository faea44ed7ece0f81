// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The authentication context that an `LAContext` contains and that `SecItem` calls use as well.
///
/// The context keeps the user's proofs, the texts of prompts and the setting whether prompts are
/// allowed. The context also runs the steps of an evaluation (Specification/access-control.md,
/// "Evaluation", "Evidence of a context, and SecItem").
package final class AuthenticationContext: Sendable {
  /// The settings that the application can change in its authentication context.
  package struct Settings: Sendable {
    package var reason = ""
    /// The title of the fallback button in the prompt.
    ///
    /// Nil shows the standard title; an empty string hides the button.
    package var fallbackTitle: String?
    /// The title of the cancel button in the prompt.
    ///
    /// Nil or an empty string shows the standard title.
    package var cancelTitle: String?
    package var forbidsInteraction = false
    package var evidence = EvidenceBag()

    package init() {}
  }

  private struct State: Sendable {
    var settings = Settings()
    var isInvalidated = false
    var running: AuthenticationCancellation?
  }

  private let state = Lock(State())

  package init() {}

  /// The settings of the context, read and written as a whole.
  ///
  /// The evidence that the context keeps (the user's proofs) is one of the settings. After
  /// `invalidate`, the context stays without evidence: a new value of this property changes only
  /// the other settings.
  package var settings: Settings {
    get { state.withLock { $0.settings } }
    set {
      state.withLock { state in
        state.settings = newValue
        if state.isInvalidated { state.settings.evidence = EvidenceBag() }
      }
    }
  }

  package var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  /// Changes the settings with the function `change`, while no other thread can read or change
  /// them.
  package func set(_ change: (inout Settings) -> Void) {
    state.withLock { state in
      change(&state.settings)
      if state.isInvalidated { state.settings.evidence = EvidenceBag() }
    }
  }

  /// Forgets all evidence of the context, cancels its running evaluation and makes every later
  /// evaluation fail.
  ///
  /// The running evaluation fails with -9 (`appCancel`).
  package func invalidate() {
    state.withLock { state in
      state.isInvalidated = true
      state.settings.evidence = EvidenceBag()
    }
    cancelRunning()
  }

  /// Cancels the running evaluation of the context, which fails with -9 (`appCancel`).
  ///
  /// The context can be used again.
  package func cancelRunning() {
    state.withLock { $0.running }?.cancel(with: .appCancel)
  }

  /// The result of `begin`: the evaluation is over, or the user must be asked.
  package enum Start: Sendable {
    /// The evaluation is over without a prompt: the first value is its failure, or nil if it
    /// succeeded.
    ///
    /// The second value is set only if a prompt is needed but cannot or must not be shown. The
    /// value then says when and why earlier proofs expired that would have made the prompt
    /// unnecessary. Nil if there are no proofs of this kind.
    case over(AuthenticationFailure?, EvidenceLapse? = nil)
    /// The user must be asked: call `run` of this evaluation on a thread that may block.
    case prompt(AuthenticationEvaluation)
  }

  /// Begins an evaluation and runs the steps that need no prompt, steps 2 to 6
  /// (Specification/access-control.md, "Evaluation").
  ///
  /// If a prompt is needed, this method cancels the evaluation that the authenticator was running
  /// before.
  ///
  /// - Parameters:
  ///   - requirement: the proofs that the user must give. Nil if an access control has no rule for
  ///     the operation; the evaluation then fails with -1009.
  ///   - reason: the reason that the prompt shows; nil to show the context's reason.
  ///   - allowsPrompt: true if the caller allows a prompt. The context may forbid prompts even if
  ///     this is true.
  ///   - longest: the longest time for the prompt, in microseconds; nil if only the general time
  ///     limit of evaluations applies.
  package func begin(
    _ requirement: AuthenticationRequirement?, by asked: BoundAuthenticator,
    reason: String? = nil, itemLabel: String? = nil, allowsPrompt: Bool = true,
    longest: Int64? = nil,
    until cancellation: AuthenticationCancellation = AuthenticationCancellation()
  ) -> Start {
    let start = decide(
      requirement, by: asked, reason: reason, itemLabel: itemLabel, allowsPrompt: allowsPrompt,
      longest: longest, until: cancellation)
    if case .over(let failure, _) = start { asked.authenticator.answered(asked.caller, failure) }
    return start
  }

  private func decide(
    _ requirement: AuthenticationRequirement?, by asked: BoundAuthenticator, reason: String?,
    itemLabel: String?, allowsPrompt: Bool, longest: Int64?,
    until cancellation: AuthenticationCancellation
  ) -> Start {
    let (settings, isInvalidated) = state.withLock { ($0.settings, $0.isInvalidated) }
    guard !isInvalidated else { return .over(.invalidContext) }
    guard let requirement else { return .over(.noRule) }
    guard !requirement.isEmpty else { return .over(nil) }
    let facts = asked.facts(deciding: requirement, with: settings.evidence)
    if let obstacle = requirement.preflight(facts) { return .over(obstacle) }
    guard !settings.evidence.satisfies(requirement, in: facts) else { return .over(nil) }
    guard allowsPrompt, !settings.forbidsInteraction, facts.isInteractive else {
      return .over(.notInteractive, settings.evidence.lapse(of: requirement, in: facts))
    }
    var request = AuthenticationRequest(requirement, for: asked.caller)
    request.proved = Set(settings.evidence.means(in: facts))
    request.hasApplicationPassword = settings.evidence.applicationPassword != nil
    request.reason = reason ?? settings.reason
    request.fallbackTitle = settings.fallbackTitle
    request.cancelTitle = settings.cancelTitle
    request.itemLabel = itemLabel
    request.longest = longest
    // For example, a paired companion is out of range: the call fails without a prompt.
    if case .end(.failure(let failure)) = PromptMachine(request, in: facts).step {
      return .over(failure)
    }
    let evaluation = AuthenticationEvaluation(
      request, in: self, by: asked.authenticator, until: cancellation)
    asked.authenticator.evaluations.begin(cancellation)
    take(cancellation)
    return .prompt(evaluation)
  }

  /// Stores the cancellation handle of the evaluation that now runs in this context.
  ///
  /// If another thread has invalidated the context in the meantime, the evaluation is cancelled at
  /// once.
  private func take(_ cancellation: AuthenticationCancellation) {
    let isInvalidated = state.withLock { state in
      state.running = cancellation
      return state.isInvalidated
    }
    if isInvalidated { cancellation.cancel(with: .appCancel) }
  }

  /// Ends an evaluation, and adds to the context the proofs that the user's answer contains.
  ///
  /// Nothing is added if the answer is nil or if the context was invalidated.
  ///
  /// - Parameter cancellation: the cancellation handle of the evaluation that ends.
  func finish(_ cancellation: AuthenticationCancellation, with answer: AuthenticationAnswer?) {
    state.withLock { state in
      if state.running === cancellation { state.running = nil }
      guard let answer, !state.isInvalidated else { return }
      state.settings.evidence.add(answer.proofs)
      if let password = answer.applicationPassword {
        state.settings.evidence.applicationPassword = password
      }
    }
  }
}
