// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The service, caller, profile and authenticator that a test uses in place of the process's usual
/// choices.
///
/// If a property is nil, the process makes its usual choice. An object that was made on a simulated
/// device, for example a key or a context, keeps the installation of that device.
package struct Installation: Sendable {
  package var service: (any KeychainService & Administration)?
  /// The caller that the service sees, and for which the authenticator asks the user; nil for the
  /// verified identity of the running program.
  package var caller: Caller?
  package var profile: Profile?
  package var authenticator: (any Authenticator)?
  /// The object that records the calls to this installation (a test's service and caller).
  ///
  /// Nil if these calls are recorded with all other calls of the process.
  package var witness: (any CallWitness)?
  /// The directory of the user's trust settings (`SecTrustSettings`); nil if no trust settings are
  /// used.
  ///
  /// An installation never uses the trust settings of the machine's user and administrator.
  package var trustSettings: String?
  /// A function that returns the installation (a test's service and caller) to use; nil if the
  /// installation never changes.
  ///
  /// The function is called whenever a keychain call looks for its installation.
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

/// An object that records the calls to an installation (a test's service and caller).
///
/// The protocol has no members, because the types of the records belong to a higher target. The
/// recording type, `CallHistory` in `KeychainExplaining`, conforms, and code there casts to it.
package protocol CallWitness: AnyObject, Sendable {}
