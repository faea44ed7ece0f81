// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes

/// Explains and records the keychain calls that `security` itself makes, like the calls of any
/// other program (Specification/diagnostics.md, "Tracing a running program").
///
/// `LATCHKEY_EXPLAIN` turns on explanations. `LATCHKEY_TRACE` and the setting `last-failures` turn
/// on records in a file. Commands that explain the calls of other programs only rehearse these
/// calls. As they make no call, nothing is recorded.
package struct OwnCalls: StoreCallFollower {
  package init() {}

  package var isWanted: Bool { CallReporter.ofThisProcess != nil }

  package func follow(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer {
    // With this installation, a report uses the store of `security`. Without it, a report would
    // create and use the store of another caller.
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
  /// The error that a program would receive in place of this error.
  ///
  /// The internal code `authorizationRequired` is replaced by -25308. Every other error is
  /// unchanged.
  fileprivate var asAnswered: KeychainError {
    guard code == .authorizationRequired else { return self }
    return KeychainError(.interactionNotAllowed, reason, context: context, advice: advice)
  }
}
