// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An authenticator with a passcode but without a user to ask.
///
/// Items can be bound to the passcode, and no bound item can be read.
final class FixedAuthenticator: Authenticator {
  let evaluations = RunningEvaluations()
  let observers = AuthenticationObservers()

  func facts(for caller: Caller) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    return facts
  }

  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    throw .notInteractive
  }

  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }

  /// Runs the body with this authenticator, and with the service that is installed.
  static func run<R>(_ body: () throws -> R) rethrows -> R {
    var installation = CurrentInstallation.installed ?? Installation()
    installation.authenticator = FixedAuthenticator()
    return try CurrentInstallation.$scoped.withValue(installation) { try body() }
  }
}
