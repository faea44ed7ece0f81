// SPDX-License-Identifier: Apache-2.0 (table)

/// A check of one certificate in a path.
///
/// The raw value is the name of the check in the details of results and in trust exceptions
/// (Specification/certificates.md, "Checks, their status, and OpenSSL"). Trust exceptions are the
/// failures that a user accepted.
///
/// The order of the cases decides which failure is reported first. If several checks of one group
/// fail for a certificate, the most important failure is the check whose case is declared first.
package enum TrustCheck: String, CaseIterable, Hashable, Sendable {
  case revocation = "Revocation"
  case weakKeySize = "WeakKeySize"
  case keySize = "KeySize"
  case weakSignature = "WeakSignature"
  case signatureHashAlgorithms = "SignatureHashAlgorithms"
  case usageConstraints = "UsageConstraints"
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

  /// The groups of checks, in the order of their importance (Specification/certificates.md,
  /// "Evaluate results and error object").
  package enum Group: Int, CaseIterable, Comparable, Sendable {
    case revoked, keySize, weakHash, denied, compliance, policy, trust, usage, name, expired

    package static func < (left: Group, right: Group) -> Bool { left.rawValue < right.rawValue }
  }

  /// The status number that a failure of this check has in results.
  package var status: Int32 { row.status }
  package var group: Group { row.group }
  /// The text for a failure of this check in the long error description.
  package var text: String { row.text }

  /// True if a failure of this check counts even if the user accepted it by trust exceptions
  /// (Specification/certificates.md, "Result type").
  package var isFatal: Bool {
    [.revocation, .weakKeySize, .weakSignature, .usageConstraints].contains(self)
  }

  // swift-format-ignore
  private var row: (status: Int32, group: Group, text: String) {
    switch self {
    case .revocation:                 (-67820, .revoked,    "Certificate was revoked")
    case .weakKeySize:                (-67735, .keySize,    "Key is broken or of an unknown kind")
    case .keySize:                    (-67735, .keySize,    "Key is too small")
    case .weakSignature:              (-67815, .weakHash,   "Signature is made with a broken hash")
    case .signatureHashAlgorithms:    (-67815, .weakHash,   "Signature is made with a weak hash")
    case .usageConstraints:           (-67654, .denied,     "Trust settings deny trust")
    case .basicCertificateProcessing: (-67690, .compliance, "Certificate cannot be processed")
    case .unparseableExtension:       (-67618, .compliance, "An extension cannot be read")
    case .duplicateExtension:         (-67903, .compliance, "An extension occurs twice")
    case .criticalExtensions:         (-67603, .compliance, "A critical extension is not known")
    case .basicConstraints:           (-67604, .compliance, "Issuer is not marked as an authority")
    case .basicConstraintsCA:         (-67605, .compliance, "Issuer is not an authority")
    case .basicConstraintsPathLength: (-67611, .compliance, "Path is longer than the authority allows")
    case .nameConstraints:            (-67689, .compliance, "Name is not allowed by the authority")
    case .policyConstraints:          (-67835, .compliance, "Policies do not match the authorities")
    case .idLinkage:                  (-67610, .compliance, "Key identifiers of certificate and issuer differ")
    case .nonEmptySubject:            (-67655, .compliance, "Subject is empty")
    case .systemTrustValidityPeriod:  (-67901, .compliance, "Validity is longer than the system's authorities may grant")
    case .otherTrustValidityPeriod:   (-67901, .compliance, "Validity is too long")
    case .revocationResponseRequired: (-67635, .policy,     "No response rules out revocation")
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
