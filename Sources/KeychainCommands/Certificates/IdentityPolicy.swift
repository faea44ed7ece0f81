// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import KeychainTypes

/// The policies of find-identity, in the order in which their lists are printed
/// (spec/security-cli.md 6).
enum IdentityPolicy: String, CaseIterable {
  case smime
  case sslClient = "ssl-client"
  case sslServer = "ssl-server"
  case eap, ipsec, ichat, codesigning, basic, macappstore, appleID
  case systemDefault = "sys-default"
  case systemKerberos = "sys-kerberos-kdc"

  var title: String {
    switch self {
    case .smime: "S/MIME"
    case .sslClient: "SSL (client)"
    case .sslServer: "SSL (server)"
    case .eap: "EAP"
    case .ipsec: "IPsec"
    case .ichat: "iChat"
    case .codesigning: "Code Signing"
    case .basic: "X.509 Basic"
    case .macappstore: "Mac App Store Receipt"
    case .appleID: "AppleID Sharing"
    case .systemDefault: "System default identity"
    case .systemKerberos: "System Kerberos KDC identity"
    }
  }

  /// Whether it is no policy: an identity of the system.
  var isOfSystem: Bool { self == .systemDefault || self == .systemKerberos }

  /// Whether the policy looks at a host or an e-mail address.
  var looksAtName: Bool {
    switch self {
    case .smime, .sslClient, .sslServer, .eap, .ipsec: true
    case .ichat, .codesigning, .basic, .macappstore, .appleID, .systemDefault, .systemKerberos:
      false
    }
  }

  /// What has to hold; nil for what only one company's own certificates satisfy, or nobody's.
  func policy(names: [String]?) -> TrustPolicy? {
    switch self {
    case .smime: TrustPolicy(.mail, names: names)
    case .sslClient: TrustPolicy(.ssl, .client, names: names)
    case .sslServer: TrustPolicy(.ssl, .server, names: names)
    case .eap: TrustPolicy(.eap, .client, names: names)
    case .ipsec: TrustPolicy(.ipsec, names: names)
    case .codesigning: TrustPolicy(.codeSigning)
    case .basic: .basic
    case .ichat, .macappstore, .appleID, .systemDefault, .systemKerberos: nil
    }
  }
}
