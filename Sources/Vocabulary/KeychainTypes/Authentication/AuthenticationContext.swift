// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// What an `LAContext` and a `SecItem` call share: evidence, the words of prompts, whether they are
/// allowed, and the sequence of an evaluation (spec/access-control.md 1.6, 1.9).
package final class AuthenticationContext: Sendable {
  /// What the application has set.
  package struct Settings: Sendable {
    package var reason = ""
    /// Nil: the standard title; empty: no such button.
    package var fallbackTitle: String?
    /// Nil or empty: the standard title.
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

  /// The settings, one at a time; what an invalidated context learns is forgotten.
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

  /// Changes the settings in one step.
  package func set(_ change: (inout Settings) -> Void) {
    state.withLock { state in
      change(&state.settings)
      if state.isInvalidated { state.settings.evidence = EvidenceBag() }
    }
  }

  /// Forgets all evidence, ends what runs with -9 and refuses everything that comes.
  package func invalidate() {
    state.withLock { state in
      state.isInvalidated = true
      state.settings.evidence = EvidenceBag()
    }
    cancelRunning()
  }

  /// Ends the evaluation that runs with -9; the context stays.
  package func cancelRunning() {
    state.withLock { $0.running }?.cancel(with: .appCancel)
  }

  /// How an evaluation begins.
  package enum Start: Sendable {
    /// It is over without a prompt; nil: with success. What was proved before may have lapsed.
    case over(AuthenticationFailure?, EvidenceLapse? = nil)
    /// Somebody has to be asked: the caller runs it, where it may block.
    case prompt(AuthenticationEvaluation)
  }

  /// Steps 2 to 6 of an evaluation: all that needs nobody to be asked.
  ///
  /// An evaluation that needs a prompt has ended the one before it when this returns.
  ///
  /// - Parameters:
  ///   - requirement: nil where an access control has no rule for the operation (-1009).
  ///   - reason: wins over the context's own where it is not nil.
  ///   - allowsPrompt: whether the caller lets a prompt be shown; the context may forbid it too.
  ///   - longest: microseconds that a prompt may stay; nil for the limit of evaluations alone.
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
    // A companion that is paired and out of reach: known without showing anything.
    if case .end(.failure(let failure)) = PromptMachine(request, in: facts).step {
      return .over(failure)
    }
    let evaluation = AuthenticationEvaluation(
      request, in: self, by: asked.authenticator, until: cancellation)
    asked.authenticator.evaluations.begin(cancellation)
    take(cancellation)
    return .prompt(evaluation)
  }

  /// Remembers what runs; a context that was invalidated meanwhile ends it at once.
  private func take(_ cancellation: AuthenticationCancellation) {
    let isInvalidated = state.withLock { state in
      state.running = cancellation
      return state.isInvalidated
    }
    if isInvalidated { cancellation.cancel(with: .appCancel) }
  }

  /// What an evaluation has brought; it counts for nothing in an invalidated context.
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
