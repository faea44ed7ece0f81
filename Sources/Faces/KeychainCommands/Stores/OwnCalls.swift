// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes

/// Reports the calls of `security` itself as `LATCHKEY_EXPLAIN`, `LATCHKEY_TRACE` and the setting
/// `last-failures` ask, like the calls of any program (spec/diagnostics.md 1.4).
///
/// Commands that explain make no calls of their own: they rehearse those of programs.
package struct OwnCalls: StoreCallFollower {
  package init() {}

  package var isWanted: Bool { CallReporter.ofThisProcess != nil }

  package func follow(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer {
    // Without this, look-ups for a report would go to the store of another caller, and make that
    // store.
    let installation = Installation(
      service: service, caller: SecurityCommand.caller,
      authenticator: authenticator?.authenticator)
    let begun = CurrentInstallation.$scoped.withValue(installation) {
      CallWatch(CallFacts.Verb(call), hasResult: call.hasResult)
    }
    let exchange = Exchange()
    guard let watch = begun else { return try body(exchange) }
    var shape = watch.shape
    call.describe(&shape)
    let outcome = Result { () throws(KeychainError) in try body(exchange) }
    var refusal: KeychainError?
    if case .failure(let error) = outcome { refusal = error.asAnswered }
    watch.end(
      shape, asked: AskedFact(exchange), CallOutcome(error: refusal, trail: exchange.trail),
      isInner: call.mayFindNothing && refusal?.code == .itemNotFound)
    return try outcome.get()
  }
}

extension KeychainError {
  /// The error that a caller sees, which hides that evidence was asked for.
  fileprivate var asAnswered: KeychainError {
    guard code == .authorizationRequired else { return self }
    return KeychainError(.interactionNotAllowed, reason, context: context, advice: advice)
  }
}
