// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainTypes
import Testing

/// Makes trust settings for the certificates of Tests/Vectors/trust.
struct SettingsFixture {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Places below the folder: `user` and `admin`.
  var places: TrustSettingsPlaces {
    TrustSettingsPlaces(
      user: path("user"), home: folder.path, admin: path("admin"), isAdministrator: true,
      application: { "/usr/bin/program" })
  }

  var userFile: String { path("user/TrustSettings.plist") }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Returns settings with a record for each certificate.
  static func settings(_ records: [String: [TrustSetting]?]) throws -> TrustSettings {
    var settings = TrustSettings()
    for (name, list) in records {
      let certificate = try TrustFixtures.certificate(name)
      try settings.set(
        TrustRecord(certificate, list, changed: TrustFixtures.moment), of: certificate)
    }
    return settings
  }

  static func setting(_ setUp: (inout TrustSetting) -> Void) -> TrustSetting {
    var setting = TrustSetting()
    setUp(&setting)
    return setting
  }

  /// Returns a setting with a result and without conditions.
  static func result(_ result: TrustSetting.Result) -> TrustSetting {
    setting { $0.result = result }
  }
}
