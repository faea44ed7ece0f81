// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Chooses the profile: the rules by which this process's keychain calls read their dictionaries
/// (Specification/design.md, "Profiles").
///
/// A profile that a test has chosen wins over `LATCHKEY_PROFILE`, which is read once.
package enum ProfileChoice {
  /// Returns the profile for a keychain call: the profile of a test's installation (its service,
  /// caller and profile), or else the profile in `LATCHKEY_PROFILE`.
  ///
  /// - Throws: -25291 if `LATCHKEY_PROFILE` names an unknown profile.
  package static func current() throws(KeychainError) -> Profile {
    if let chosen = CurrentInstallation.installed?.profile { return chosen }
    return try named(by: environment).get()
  }

  /// Returns the profile that a value of `LATCHKEY_PROFILE` names, or the error -25291 if the
  /// profile is unknown.
  ///
  /// Nil, the empty text and `macos` name the default profile, `dataProtection`. With `macos`, the
  /// store keeps the rules of that profile, and `mergesFiles` adds keychain files.
  package static func named(by value: String?) -> Result<Profile, KeychainError> {
    guard let value, !value.isEmpty else { return .success(.dataProtection) }
    if value == macOS { return .success(.dataProtection) }
    if let profile = Profile(rawValue: value) { return .success(profile) }
    return .failure(
      KeychainError(
        .notAvailable, "LATCHKEY_PROFILE names an unknown profile",
        advice: "set LATCHKEY_PROFILE to dataProtection, ios, quirks or macos, or unset it"))
  }

  /// True if `SecItem` calls go to the store and to keychain files, by the rules of macOS
  /// (Specification/secitem.md, "macOS shim").
  ///
  /// Outside tests, the value is true if `LATCHKEY_PROFILE` is `macos`. A test decides for its own
  /// calls with `scopedMerging`. If it has not decided, calls with the test's installation (its
  /// service and caller) use no keychain files.
  package static var mergesFiles: Bool {
    guard Watchers.hasInstallation else { return isMacOS }
    if let scopedMerging { return scopedMerging }
    return isMacOS && CurrentInstallation.installed == nil
  }

  /// The value of `mergesFiles` that a test has chosen for the calls of the current task; nil if no
  /// test has chosen a value.
  @TaskLocal package static var scopedMerging: Bool?

  private static let macOS = "macos"
  private static let isMacOS = environment == macOS

  /// The value of the environment variable `LATCHKEY_PROFILE`, read once at first use.
  ///
  /// Nil if the variable is not set. Also nil if this program has rights that its caller lacks, for
  /// example as a set-uid program: the variable is then not trusted. If the value names no profile,
  /// a notice is written to standard error.
  private static let environment: String? = {
    let value = ProcessVariable.value(of: "LATCHKEY_PROFILE")
    if case .failure = named(by: value), let value {
      ProgramNotice.tell(
        "latchkey: LATCHKEY_PROFILE=\(value): the profile is unknown; "
          + "use dataProtection, ios, quirks or macos")
    }
    return value
  }()
}
