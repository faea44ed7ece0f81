// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The purpose that a policy checks a certificate for (Specification/certificates.md, "Policies of
/// SecTrust").
///
/// The raw value is the identifier of Apple's policy. Purposes that concern only Apple's own
/// certificates are left out.
package enum TrustPurpose: String, CaseIterable, Hashable, Sendable {
  case basic = "1.2.840.113635.100.1.2"
  case ssl = "1.2.840.113635.100.1.3"
  case mail = "1.2.840.113635.100.1.8"
  case eap = "1.2.840.113635.100.1.9"
  case ipsec = "1.2.840.113635.100.1.11"
  case codeSigning = "1.2.840.113635.100.1.16"
  case timeStamping = "1.2.840.113635.100.1.20"
  case revocation = "1.2.840.113635.100.1.21"

  /// True if this purpose has different rules for servers and for clients.
  package var hasRoles: Bool {
    switch self {
    case .ssl, .eap, .ipsec: true
    case .basic, .mail, .codeSigning, .timeStamping, .revocation: false
    }
  }
}
