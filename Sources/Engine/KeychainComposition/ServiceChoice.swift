// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Which service answers this process's calls (DESIGN section 5).
package enum ServiceChoice {
  /// What the four functions and the command call.
  package typealias Service = any KeychainService & Administration

  /// The service of a call: one installed by tests, else the embedded engine.
  ///
  /// - Parameter profile: decides with the entitlements which groups the program has.
  /// - Throws: -25291 where tests isolate the process and none of them is in reach, where
  ///   `LATCHKEY_SOCKET` names a daemon (there is none yet, and a second store beside the
  ///   daemon's would split the user's items), and where the store cannot be opened.
  package static func current(in profile: Profile) throws(KeychainError) -> Service {
    if let installed = CurrentInstallation.installed?.service { return installed }
    guard !CurrentInstallation.refusesUnscopedCall() else {
      throw KeychainError(
        .notAvailable, "a simulated device isolates this process and none is in reach",
        advice: "make the call within the device's run")
    }
    guard !ProcessVariable.isSet("LATCHKEY_SOCKET") else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    return try EmbeddedEngine.session(in: profile)
  }

  /// The service for a look-up that no keychain call asked for; nil if there is no store yet, or if
  /// tests isolate the process and no service of theirs is in reach.
  ///
  /// - Throws: as `current`.
  package static func ifMade(in profile: Profile) throws(KeychainError) -> Service? {
    if let installed = CurrentInstallation.installed?.service { return installed }
    guard !CurrentInstallation.isIsolated, EmbeddedEngine.isMade else { return nil }
    return try current(in: profile)
  }

  /// Who this process is for the service of a call; no store is opened for it.
  package static func caller(in profile: Profile) throws(KeychainError) -> Caller {
    if let installed = CurrentInstallation.installed?.caller { return installed }
    return try EmbeddedEngine.caller(in: profile)
  }
  /// Where this process's entitlements file is, or would be; nil where a test says who it is.
  package static func entitlementsFile(in profile: Profile) -> String? {
    guard CurrentInstallation.installed == nil else { return nil }
    return EmbeddedEngine.entitlementsFile(in: profile)
  }
}
