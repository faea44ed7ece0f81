// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// By which rules this process's dictionaries are read (DESIGN section 6).
///
/// A profile that a test has chosen wins over `LATCHKEY_PROFILE`, which is read once.
package enum ProfileChoice {
  /// The profile of a call.
  ///
  /// - Throws: -25291 when the environment names a profile that is not there: `macos` needs
  ///   file-based keychains, anything else is a mistake.
  package static func current() throws(KeychainError) -> Profile {
    if let chosen = CurrentInstallation.installed?.profile { return chosen }
    return try named(by: environment).get()
  }

  /// What a value of `LATCHKEY_PROFILE` means; nil and the empty text mean the default.
  package static func named(by value: String?) -> Result<Profile, KeychainError> {
    guard let value, !value.isEmpty else { return .success(.dataProtection) }
    if let profile = Profile(rawValue: value) { return .success(profile) }
    return .failure(
      KeychainError(
        .notAvailable, "LATCHKEY_PROFILE names no profile that is there",
        advice: "set LATCHKEY_PROFILE to dataProtection, ios or quirks, or unset it"))
  }

  /// The variable as it was at the first call; a wrong value is reported once.
  private static let environment: String? = {
    let value = ProcessVariable.value(of: "LATCHKEY_PROFILE")
    if case .failure = named(by: value), let value {
      ProgramNotice.tell(
        "latchkey: LATCHKEY_PROFILE=\(value): no such profile here; "
          + "use dataProtection, ios or quirks")
    }
    return value
  }()
}
