// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// What has to hold for a certificate to be trusted (spec/certificates.md 6.4).
package struct TrustPolicy: Hashable, Sendable {
  /// Which side of a connection shows the certificate.
  package enum Role: Hashable, Sendable {
    case server
    case client
  }

  package let purpose: TrustPurpose
  /// `server` for purposes that have no roles.
  package let role: Role
  /// Hosts, or the address of a mail; one of them has to be the certificate's, unless this is nil.
  package let names: [String]?
  /// Usages that the certificate's key must all have.
  package let keyUsage: KeyUsage
  /// How revocation is looked at; nil where it is not.
  package let revocation: RevocationOptions?
  /// Whether the certificate that is asked about is an authority: it has to be one, and what the
  /// policy says of its holder's purposes and its period does not count.
  package var isOfAuthority = false
  /// Whether data about revocation could be fetched; this library never does.
  package var allowsNetwork: Bool

  package init(
    _ purpose: TrustPurpose, _ role: Role = .server, names: [String]? = nil,
    keyUsage: KeyUsage = [], revocation: RevocationOptions? = nil
  ) {
    self.purpose = purpose
    self.role = purpose.hasRoles ? role : .server
    self.names = names
    self.keyUsage = keyUsage
    self.revocation = revocation
    // Plain path validation never asks the network, and revocation as far as it is not told not to.
    allowsNetwork =
      purpose != .basic && revocation?.contains(.networkAccessDisabled) != true
  }

  /// Whether the network may be asked; nil if the policy leaves that open.
  ///
  /// Policies of plain path validation and of revocation always decide it. Others can only forbid
  /// it.
  package var networkWord: Bool? {
    switch purpose {
    case .basic, .revocation: allowsNetwork
    default: allowsNetwork ? nil : false
    }
  }

  /// Plain path validation.
  package static let basic = TrustPolicy(.basic)
}

/// How revocation is looked at; the numbers are those of `kSecRevocation…`
/// (spec/certificates.md 6.4).
package struct RevocationOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let responder = RevocationOptions(rawValue: 1)
  package static let list = RevocationOptions(rawValue: 2)
  package static let prefersList = RevocationOptions(rawValue: 4)
  /// A certificate that nobody vouches for is not trusted.
  package static let requiresResponse = RevocationOptions(rawValue: 8)
  package static let networkAccessDisabled = RevocationOptions(rawValue: 16)
  package static let anyMethod: RevocationOptions = [.responder, .list]

  /// What a caller's number means; nil for none at all and for one with bits that mean nothing.
  package init?(flags: UInt) {
    guard flags > 0, flags < 0x80 else { return nil }
    self.init(rawValue: flags)
  }
}

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
