// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Chooses the service that answers this process's calls (Specification/design.md, "Embedded or
/// daemon").
package enum ServiceChoice {
  /// The type of service that the four `SecItem` functions and the command `security` call.
  package typealias Service = any KeychainService & Administration

  /// Returns the service that answers a keychain call: the service of a test, or else the embedded
  /// engine.
  ///
  /// - Parameter profile: the profile of the call. The profile and the entitlements decide the
  ///   program's access groups.
  /// - Throws: -25291 if the store cannot be opened. The error is also thrown if tests keep the
  ///   process from the user's store (`CurrentInstallation.beginIsolation`), and no test service is
  ///   active for the call. The error is also thrown if `LATCHKEY_SOCKET` names a daemon. There is
  ///   no daemon yet, and a second store beside the daemon's store would split the user's items.
  package static func current(in profile: Profile) throws(KeychainError) -> Service {
    if let installed = CurrentInstallation.installed?.service { return installed }
    guard !CurrentInstallation.refusesUnscopedCall() else {
      throw KeychainError(
        .notAvailable, "a simulated device isolates this process, but the call runs on no device",
        advice: "make the call within the device's run")
    }
    guard !ProcessVariable.isSet("LATCHKEY_SOCKET") else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    return try EmbeddedEngine.session(in: profile)
  }

  /// Returns the service only if a service exists already, for a look-up that must not create a
  /// store.
  ///
  /// Nil if this process has no store yet. Also nil if tests keep the process from the user's store
  /// (`CurrentInstallation.beginIsolation`), and no test service is active for the look-up.
  ///
  /// - Throws: The errors of `current`.
  package static func ifMade(in profile: Profile) throws(KeychainError) -> Service? {
    if let installed = CurrentInstallation.installed?.service { return installed }
    guard !CurrentInstallation.isIsolated, EmbeddedEngine.isMade else { return nil }
    return try current(in: profile)
  }

  /// Returns the identity and the access groups of this process, as the service that answers its
  /// calls sees them.
  ///
  /// Opens no store.
  package static func caller(in profile: Profile) throws(KeychainError) -> Caller {
    if let installed = CurrentInstallation.installed?.caller { return installed }
    return try EmbeddedEngine.caller(in: profile)
  }
  /// Returns the path at which this process's entitlements file is expected; nil while a test's
  /// installation (its service and caller) is active.
  ///
  /// The file need not exist.
  package static func entitlementsFile(in profile: Profile) -> String? {
    guard CurrentInstallation.installed == nil else { return nil }
    return EmbeddedEngine.entitlementsFile(in: profile)
  }
}
