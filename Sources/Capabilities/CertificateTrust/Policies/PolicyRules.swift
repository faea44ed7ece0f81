// SPDX-License-Identifier: Apache-2.0 (table)
import CryptoObjects

/// The demands of a policy beyond plain path validation (Specification/certificates.md, "Policies
/// of SecTrust").
struct PolicyRules {
  /// The names in a certificate that are compared with the names of the policy.
  enum Name {
    case nothing
    case hosts
    case addresses
  }

  /// True if keys must have at least 2048 bits, or 256 bits on an elliptic curve.
  var demandsStrongKeys = false
  /// True if signatures with SHA-1 are refused, except in self-signed certificates.
  var demandsStrongHashes = false
  var name = Name.nothing
  /// The acceptable purposes; the certificate must name at least one of them.
  ///
  /// Nil if every purpose is acceptable.
  var purposes: [OID]?
  /// True if a certificate that names no purposes is accepted for every purpose.
  var acceptsNoPurposes = true
  /// The check that fails if the certificate's purposes do not fit the policy.
  var purposeCheck = TrustCheck.extendedKeyUsage
  /// The acceptable key usages; the certificate must name at least one of them.
  ///
  /// Nil if every key usage is acceptable.
  var keyUsages: KeyUsage?
  /// True if a certificate that names no key usages is accepted for every usage.
  var acceptsNoUsages = true
  /// True if the rules for TLS servers apply.
  ///
  /// Browsers and certificate authorities have agreed on these rules.
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

/// Object identifiers of the purposes of keys (RFC 5280 4.2.1.12).
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
  /// Microsoft's identifier of the purpose TLS server.
  ///
  /// The identifier was once defined for servers that may use strong ciphers.
  static let microsoftServerPurpose = OID(1, 3, 6, 1, 4, 1, 311, 10, 3, 3)
  /// Netscape's identifier of the purpose TLS server.
  ///
  /// The identifier was once defined for servers that may use strong ciphers.
  static let netscapeServerPurpose = OID(2, 16, 840, 1, 113_730, 4, 1)
}
