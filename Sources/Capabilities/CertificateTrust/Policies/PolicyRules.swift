// SPDX-License-Identifier: Apache-2.0 (table)
import CryptoObjects

/// What a policy demands beyond plain path validation (spec/certificates.md 6.4).
struct PolicyRules {
  /// What the name of a policy is compared with.
  enum Name {
    case nothing
    case hosts
    case addresses
  }

  /// Keys of 2048 bits or on curves of 256.
  var demandsStrongKeys = false
  /// No SHA-1, but in signatures of certificates by their own keys.
  var demandsStrongHashes = false
  var name = Name.nothing
  /// Purposes, one of which the certificate's key has to have; nil for any.
  var purposes: [OID]?
  /// Whether a certificate that names no purposes has them all.
  var acceptsNoPurposes = true
  /// Which failure other purposes are.
  var purposeCheck = TrustCheck.extendedKeyUsage
  /// Usages, one of which the certificate's key has to have; nil for any.
  var keyUsages: KeyUsage?
  /// Whether a certificate that names no usages has them all.
  var acceptsNoUsages = true
  /// The rules that browsers and authorities have agreed on for servers.
  var hasServerRules = false

  // swift-format-ignore
  init(_ policy: TrustPolicy) {
    switch (policy.purpose, policy.role) {
    case (.basic, _), (.revocation, _): break
    case (.ssl, .server):
      demandsStrongKeys = true; demandsStrongHashes = true; name = .hosts
      purposes = Self.servers; hasServerRules = true
    case (.ssl, .client):
      name = .hosts; purposes = Self.clients
    case (.eap, .server):
      name = .hosts; purposes = Self.servers
    case (.eap, .client):
      name = .hosts; purposes = Self.clients
    case (.ipsec, _):
      name = .hosts; purposes = [.anyPurpose, .internetKeyExchange, .intermediateKeyExchange]
    case (.mail, _):
      demandsStrongKeys = true; demandsStrongHashes = true; name = .addresses
      purposes = [.mailPurpose]; purposeCheck = .emailProtectionEKU
      keyUsages = [.digitalSignature, .nonRepudiation, .keyEncipherment, .dataEncipherment, .keyAgreement]
    case (.codeSigning, _):
      purposes = [.codePurpose]; acceptsNoPurposes = false
      keyUsages = [.digitalSignature, .nonRepudiation]; acceptsNoUsages = false
    case (.timeStamping, _):
      purposes = [.timePurpose]; acceptsNoPurposes = false
    }
  }

  private static let servers: [OID] = [
    .anyPurpose, .serverPurpose, .microsoftServerPurpose, .netscapeServerPurpose,
  ]
  private static let clients: [OID] = [.anyPurpose, .clientPurpose]
}

/// Purposes of keys (RFC 5280 4.2.1.12).
extension OID {
  static let anyPurpose = OID(2, 5, 29, 37, 0)
  static let serverPurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
  static let clientPurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
  static let codePurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
  static let mailPurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)
  static let timePurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 8)
  static let responderPurpose = OID(1, 3, 6, 1, 5, 5, 7, 3, 9)
  static let internetKeyExchange = OID(1, 3, 6, 1, 5, 5, 7, 3, 17)
  static let intermediateKeyExchange = OID(1, 3, 6, 1, 5, 5, 8, 2, 2)
  /// Once for servers that might use strong ciphers.
  static let microsoftServerPurpose = OID(1, 3, 6, 1, 4, 1, 311, 10, 3, 3)
  /// The same.
  static let netscapeServerPurpose = OID(2, 16, 840, 1, 113_730, 4, 1)
}
