// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCommands
import KeychainEngine
import KeychainTypes

/// The store that `security` works on: the embedded engine, as the tool's own identity.
enum EmbeddedStore {
  /// Finds and opens it by the rules of DESIGN section 5.
  static func access() -> StoreAccess {
    StoreAccess(
      locate: { () throws(KeychainError) in
        let files = StoreFiles(directory: try location().directory)
        return StoreAccess.Place(directory: files.directory, path: files.database)
      },
      open: { () throws(KeychainError) in
        try refuseWhatIsMissing()
        return try Engine.open(location()).session(as: SecurityCommand.caller)
      })
  }

  private static func location() throws(KeychainError) -> StoreLocation {
    try StoreLocation(
      StoreLocation.Surroundings(variable: variable, passwdHome: passwdHome, isSetID: isSetID))
  }

  /// What the environment asks for and is not there yet must not end up in another store.
  private static func refuseWhatIsMissing() throws(KeychainError) {
    guard isSetID || variable("LATCHKEY_SOCKET") == nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    guard let profile = isSetID ? nil : variable("LATCHKEY_PROFILE"), !profile.isEmpty else {
      return
    }
    guard Profile(rawValue: profile) != nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_PROFILE names no profile that is there",
        advice: "unset it, or use dataProtection, ios or quirks")
    }
  }

  @Sendable private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  @Sendable private static func passwdHome() -> String? {
    guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }

  private static var isSetID: Bool { getuid() != geteuid() || getgid() != getegid() }
}
