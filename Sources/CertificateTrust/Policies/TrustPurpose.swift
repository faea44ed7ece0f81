// SPDX-License-Identifier: Apache-2.0

/// What a certificate is to be used for, by the identifiers of policies (spec/certificates.md 6.4).
///
/// Purposes whose rules are about one company's own certificates are not among them.
package enum TrustPurpose: String, CaseIterable, Hashable, Sendable {
  case basic = "1.2.840.113635.100.1.2"
  case ssl = "1.2.840.113635.100.1.3"
  case mail = "1.2.840.113635.100.1.8"
  case eap = "1.2.840.113635.100.1.9"
  case ipsec = "1.2.840.113635.100.1.11"
  case codeSigning = "1.2.840.113635.100.1.16"
  case timeStamping = "1.2.840.113635.100.1.20"
  case revocation = "1.2.840.113635.100.1.21"

  /// Whether a server and a client are different purposes.
  package var hasRoles: Bool {
    switch self {
    case .ssl, .eap, .ipsec: true
    case .basic, .mail, .codeSigning, .timeStamping, .revocation: false
    }
  }
}
