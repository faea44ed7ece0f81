// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
package import KeychainTypes

/// Chooses the authenticator that asks the user for proofs in this process, and the caller for
/// which the authenticator asks.
package enum AuthenticatorChoice {
  /// The authenticator that never asks a user.
  ///
  /// This authenticator is used if the installation of a test (the test's service, caller and
  /// profile) names no authenticator. This authenticator is also used if this process can open no
  /// store.
  private static let unattended = UnattendedAuthenticator(clock: SystemClock())

  /// An authenticator that never shows a prompt, bound to a caller without an identifier and
  /// without access groups.
  package static var nobody: BoundAuthenticator { BoundAuthenticator(unattended, for: .nobody) }

  /// Returns the authenticator of a test's installation (its service and caller), or the embedded
  /// engine's authenticator if no installation is active.
  ///
  /// Returns `nobody` if the embedded engine has no authenticator, for example because no store can
  /// be opened.
  ///
  /// - Parameters:
  ///   - remembered: the installation (a test's service and caller) in which a key or an
  ///     `LAContext` was made, if this key or context now needs a proof by the user. This
  ///     installation wins over the current installation.
  ///   - service: the service that answers the keychain call; nil if no keychain call needs the
  ///     proof.
  package static func current(
    _ remembered: Installation? = nil, for service: (any KeychainService)? = nil
  ) -> BoundAuthenticator {
    if let installation = remembered ?? CurrentInstallation.installed {
      return BoundAuthenticator(
        installation.authenticator ?? unattended, for: installation.caller ?? .nobody)
    }
    if let session = service as? Session,
      let machine = try? EmbeddedEngine.authenticator(of: session)
    {
      return BoundAuthenticator(machine, for: session.authorizer.caller)
    }
    // Tests that isolate the process must not prompt the real user.
    guard !CurrentInstallation.refusesUnscopedCall(), let profile = try? ProfileChoice.current(),
      let session = try? EmbeddedEngine.session(in: profile),
      let machine = try? EmbeddedEngine.authenticator()
    else { return nobody }
    return BoundAuthenticator(machine, for: session.authorizer.caller)
  }
}

extension Caller {
  /// A caller without an identifier and without access groups.
  fileprivate static let nobody = Caller(identifier: "", groups: [])
}

/// An authenticator of a machine without a biometric sensor, a passcode or a user.
///
/// This authenticator is used if the installation of a test (the test's service, caller and
/// profile) names no authenticator. This authenticator is also used if this process can open no
/// store. A call that needs proofs by the user then fails at once, without a prompt.
private final class UnattendedAuthenticator: Authenticator {
  let evaluations = RunningEvaluations()
  let observers = AuthenticationObservers()
  private let clock: any KeychainClock

  init(clock: any KeychainClock) {
    self.clock = clock
  }

  func facts(for caller: Caller) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    facts.sinceBoot = clock.sinceBoot()
    return facts
  }

  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    throw .notInteractive
  }

  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }
}
