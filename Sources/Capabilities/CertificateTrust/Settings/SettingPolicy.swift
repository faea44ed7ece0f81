// SPDX-License-Identifier: Apache-2.0 (table)
package import CryptoObjects

/// A policy that trust settings may name, with its object identifier and its names.
package struct SettingPolicy: Sendable {
  /// The word for the policy in the option `-p` of `security add-trusted-cert`.
  package let word: String
  package let identifier: OID
  /// Apple's name of the policy in files of trust settings.
  package let name: String
  /// The name of the policy in the output of `security dump-trust-settings`.
  package let title: String
  /// Apple's name of the policy if a client presents the certificate.
  ///
  /// Nil if the policy has one name for servers and clients.
  package let clientName: String?

  private init(
    _ word: String, _ number: UInt64, _ name: String, _ title: String, client: String? = nil
  ) {
    self.word = word
    identifier = OID(1, 2, 840, 113_635, 100, 1, number)
    self.name = name
    self.title = title
    clientName = client
  }

  /// All policies, in the order of the words in Specification/security-cli.md, "Trust,
  /// verification, CMS, misc".
  // swift-format-ignore
  package static let all: [SettingPolicy] = [
    SettingPolicy("ssl",          3,  "sslServer",                 "SSL", client: "sslClient"),
    SettingPolicy("smime",        8,  "SMIME",                     "SMIME"),
    SettingPolicy("codeSign",     16, "CodeSigning",               "Code Signing"),
    SettingPolicy("IPSec",        11, "ipsecServer",               "IPSec", client: "ipsecClient"),
    SettingPolicy("basic",        2,  "basicX509",                 "Apple X509 Basic"),
    SettingPolicy("swUpdate",     10, "AppleSWUpdateSigning",      "SW Update Signing"),
    SettingPolicy("pkgSign",      17, "ApplePackageSigning",       "Package Signing"),
    SettingPolicy("eap",          9,  "eapServer",                 "EAP", client: "eapClient"),
    SettingPolicy("macappstore",  19, "MacAppStoreReceipt",        "Mac App Store Receipt"),
    SettingPolicy("appleID",      18, "AppleIDValidationRecordSigning", "AppleID Sharing"),
    SettingPolicy("timestamping", 20, "timeStamping",              "Time Stamping"),
  ]

  /// Returns the policy with an identifier, or nil if the identifier is unknown.
  package static func of(_ identifier: OID) -> SettingPolicy? {
    all.first { $0.identifier == identifier }
  }

  /// Returns Apple's name of the policy for certificates that a server or a client presents.
  package func name(for role: TrustPolicy.Role) -> String {
    role == .client ? clientName ?? name : name
  }
}

extension TrustPurpose {
  /// The object identifier of Apple's policy for this purpose.
  package var identifier: OID {
    let last = rawValue.split(separator: ".").last.flatMap { UInt64($0) } ?? 0
    return OID(1, 2, 840, 113_635, 100, 1, last)
  }
}
