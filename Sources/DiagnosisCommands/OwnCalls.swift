// SPDX-License-Identifier: Apache-2.0
package import KeychainCommands
import KeychainExplanations
import KeychainTracing
package import KeychainTypes

/// Reports the calls of `security` itself as `LATCHKEY_EXPLAIN`, `LATCHKEY_TRACE` and the setting
/// `last-failures` ask, like the calls of any program (spec/diagnostics.md 1.4).
///
/// Commands that explain make no calls of their own: they rehearse those of programs.
package struct OwnCalls: StoreCallFollower {
  package init() {}

  package var isWanted: Bool { CallReporter.ofThisProcess != nil }

  package func follow<Answer>(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (StoreAccess.Service) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer {
    // Without this, look-ups for a report would go to the store of another caller, and make that
    // store.
    let installation = Installation(
      service: service, caller: SecurityCommand.caller,
      authenticator: authenticator?.authenticator)
    let begun = CurrentInstallation.$scoped.withValue(installation) {
      CallWatch(call.verbOfFacts, hasResult: call.hasResult)
    }
    guard let watch = begun else { return try body(service) }
    let listener = CallListener(watch.facts, isRehearsal: false, hearsEngine: true)
    listener.note { call.describe(&$0) }
    let outcome = CallListener.listening(listener) {
      Result { () throws(KeychainError) in try body(Self.telling(listener, service)) }
    }
    var isExpected = false
    if case .failure(let error) = outcome {
      listener.note { $0.error = error.asAnswered }
      isExpected = call.mayFindNothing && error.code == .itemNotFound
    }
    watch.end(listener.facts, listener.asked, isInner: isExpected)
    return try outcome.get()
  }

  /// The service in a form that tells a listener what it meets.
  private static func telling(
    _ listener: CallListener, _ service: StoreAccess.Service
  ) -> StoreAccess.Service {
    guard let explaining = Explainer.of(service) else { return service }
    return explaining.listening(to: listener, assuming: nil)
  }
}

extension KeychainError {
  /// The error that a caller sees, which hides that evidence was asked for.
  fileprivate var asAnswered: KeychainError {
    guard code == .authorizationRequired else { return self }
    return KeychainError(.interactionNotAllowed, reason, context: context, advice: advice)
  }
}
