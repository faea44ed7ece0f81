// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// What somebody has put in place of the process's own: who answers calls, whom they come from,
/// whose rules hold, who can be asked.
///
/// What is nil is chosen as without an installation. Objects that remember their device keep one.
package struct Installation: Sendable {
  package var service: (any KeychainService & Administration)?
  /// Whom the service takes its callers for; the authenticator is asked in this name.
  package var caller: Caller?
  package var profile: Profile?
  package var authenticator: (any Authenticator)?
  /// What notes the calls; nil: what the process has for it.
  package var witness: (any CallWitness)?
  /// Makes the installation anew for each look at what is in reach; nil: it stays as it is.
  package var renewal: (@Sendable () -> Installation)?

  package init(
    service: (any KeychainService & Administration)? = nil, caller: Caller? = nil,
    profile: Profile? = nil, authenticator: (any Authenticator)? = nil,
    witness: (any CallWitness)? = nil
  ) {
    Watchers.noteInstallation()
    self.service = service
    self.caller = caller
    self.profile = profile
    self.authenticator = authenticator
    self.witness = witness
  }
}

/// Notes the calls that go to an installation; which and how is its own affair.
package protocol CallWitness: AnyObject, Sendable {}
