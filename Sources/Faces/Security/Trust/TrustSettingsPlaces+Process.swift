// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Glibc
import KeychainComposition
import KeychainEngine
import KeychainTypes

extension TrustSettingsPlaces {
  /// The places of the trust settings that apply to calls of this process.
  ///
  /// The user's settings are in the directory of the store. In a test with its own store, only the
  /// settings in the directory of that store apply.
  static var ofThisProcess: TrustSettingsPlaces {
    if let installed = CurrentInstallation.installed {
      return TrustSettingsPlaces(
        user: installed.trustSettings, admin: nil, isAdministrator: false,
        application: { installed.caller?.executable })
    }
    guard !CurrentInstallation.isIsolated else { return .nowhere }
    let location = try? StoreLocation(.ofThisProcess)
    return TrustSettingsPlaces(
      user: location?.directory, home: location?.home, admin: adminDirectory,
      isAdministrator: geteuid() == 0,
      application: {
        guard let profile = try? ProfileChoice.current() else { return nil }
        return try? ServiceChoice.caller(in: profile).executable
      })
  }
}
