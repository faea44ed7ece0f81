// SPDX-License-Identifier: Apache-2.0 (table)

/// What is checked about a certificate in a path, by the names that exceptions and details of
/// results have (spec/certificates.md 6.6).
///
/// In the order in which the failures of one certificate count, within a group.
package enum TrustCheck: String, CaseIterable, Hashable, Sendable {
  case revocation = "Revocation"
  case weakKeySize = "WeakKeySize"
  case keySize = "KeySize"
  case weakSignature = "WeakSignature"
  case signatureHashAlgorithms = "SignatureHashAlgorithms"
  case basicCertificateProcessing = "BasicCertificateProcessing"
  case unparseableExtension = "UnparseableExtension"
  case duplicateExtension = "DuplicateExtension"
  case criticalExtensions = "CriticalExtensions"
  case basicConstraints = "BasicConstraints"
  case basicConstraintsCA = "BasicConstraintsCA"
  case basicConstraintsPathLength = "BasicConstraintsPathLen"
  case nameConstraints = "NameConstraints"
  case policyConstraints = "PolicyConstraints"
  case idLinkage = "IdLinkage"
  case nonEmptySubject = "NonEmptySubject"
  case systemTrustValidityPeriod = "SystemTrustValidityPeriod"
  case otherTrustValidityPeriod = "OtherTrustValidityPeriod"
  case revocationResponseRequired = "RevocationResponseRequired"
  case missingIntermediate = "MissingIntermediate"
  case anchorTrusted = "AnchorTrusted"
  case extendedKeyUsage = "ExtendedKeyUsage"
  case serverAuthEKU = "ServerAuthEKU"
  case emailProtectionEKU = "EmailProtectionEKU"
  case keyUsage = "KeyUsage"
  case sslHostname = "SSLHostname"
  case email = "Email"
  case temporalValidity = "TemporalValidity"
  case validRoot = "ValidRoot"

  /// What kinds of failure there are, the most important first (spec/certificates.md 6.5).
  package enum Group: Int, CaseIterable, Comparable, Sendable {
    case revoked, keySize, weakHash, compliance, policy, trust, usage, name, expired

    package static func < (left: Group, right: Group) -> Bool { left.rawValue < right.rawValue }
  }

  /// The status that a failure has.
  package var status: Int32 { row.status }
  package var group: Group { row.group }
  /// What the long description of a failure says.
  package var text: String { row.text }

  /// Whether no exception overrules a failure (spec/certificates.md 6.2).
  package var isFatal: Bool {
    [.revocation, .weakKeySize, .weakSignature].contains(self)
  }

  // swift-format-ignore
  private var row: (status: Int32, group: Group, text: String) {
    switch self {
    case .revocation:                 (-67820, .revoked,    "Certificate was revoked")
    case .weakKeySize:                (-67735, .keySize,    "Key is broken or of an unknown kind")
    case .keySize:                    (-67735, .keySize,    "Key is too small")
    case .weakSignature:              (-67815, .weakHash,   "Signature is made with a broken hash")
    case .signatureHashAlgorithms:    (-67815, .weakHash,   "Signature is made with a weak hash")
    case .basicCertificateProcessing: (-67690, .compliance, "Certificate cannot be processed")
    case .unparseableExtension:       (-67618, .compliance, "An extension cannot be read")
    case .duplicateExtension:         (-67903, .compliance, "An extension is there twice")
    case .criticalExtensions:         (-67603, .compliance, "A critical extension is not known")
    case .basicConstraints:           (-67604, .compliance, "Issuer does not say that it is an authority")
    case .basicConstraintsCA:         (-67605, .compliance, "Issuer is no authority")
    case .basicConstraintsPathLength: (-67611, .compliance, "Path is longer than the authority allows")
    case .nameConstraints:            (-67689, .compliance, "Name is not among those that the authority allows")
    case .policyConstraints:          (-67835, .compliance, "Policies are not those that the authorities demand")
    case .idLinkage:                  (-67610, .compliance, "Key identifiers of certificate and issuer differ")
    case .nonEmptySubject:            (-67655, .compliance, "Subject is empty")
    case .systemTrustValidityPeriod:  (-67901, .compliance, "Validity is longer than the system's authorities may grant")
    case .otherTrustValidityPeriod:   (-67901, .compliance, "Validity is too long")
    case .revocationResponseRequired: (-67635, .policy,     "Nobody says that the certificate is not revoked")
    case .missingIntermediate:        (-25318, .trust,      "Issuer is missing")
    case .anchorTrusted:              (-67843, .trust,      "Root is not trusted")
    case .extendedKeyUsage:           (-67609, .usage,      "Purposes of the key do not fit the policy")
    case .serverAuthEKU:              (-67609, .usage,      "Purposes of the key do not name servers")
    case .emailProtectionEKU:         (-67609, .usage,      "Purposes of the key do not name mail")
    case .keyUsage:                   (-67608, .usage,      "Usage of the key does not fit")
    case .sslHostname:                (-67602, .name,       "Host is not among the certificate's names")
    case .email:                      (-67623, .name,       "Address is not among the certificate's names")
    case .temporalValidity:           (-67818, .expired,    "Certificate is not valid at this moment")
    case .validRoot:                  (-67818, .expired,    "Root is not valid at this moment")
    }
  }
}
