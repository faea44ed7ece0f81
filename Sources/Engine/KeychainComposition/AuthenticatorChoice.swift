// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
package import KeychainTypes

/// Who is asked for the user of this process, and for which caller.
package enum AuthenticatorChoice {
  /// Nobody can be asked in an installation that names nobody, nor where there is no store.
  private static let unattended = UnattendedAuthenticator(clock: SystemClock())

  /// Nobody, and no caller of whom anything is known.
  package static var nobody: BoundAuthenticator { BoundAuthenticator(unattended, for: .nobody) }

  /// The authenticator of an installation, else the process's own.
  ///
  /// - Parameters:
  ///   - remembered: what the object was made under; wins over what is in reach now.
  ///   - service: what answers the call that asks, where there is one.
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
    // The real person must not be asked where tests isolate the process: there is nobody then.
    guard !CurrentInstallation.refusesUnscopedCall(), let profile = try? ProfileChoice.current(),
      let session = try? EmbeddedEngine.session(in: profile),
      let machine = try? EmbeddedEngine.authenticator()
    else { return nobody }
    return BoundAuthenticator(machine, for: session.authorizer.caller)
  }
}

extension Caller {
  /// A caller of whom nothing is known.
  fileprivate static let nobody = Caller(identifier: "", groups: [])
}

/// A machine with no sensor, no passcode and nobody to ask.
///
/// What an installation has that names no authenticator, and a process without a store: its answers
/// are true there, and a call that needs evidence ends at once.
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
