// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// A policy: the conditions under which a certificate is trusted (Specification/certificates.md,
/// "Policies of SecTrust").
package struct TrustPolicy: Hashable, Sendable {
  /// The end of a connection that presents the certificate.
  package enum Role: Hashable, Sendable {
    case server
    case client
  }

  package let purpose: TrustPurpose
  /// The end of the connection that presents the certificate.
  ///
  /// The role is `server` if the purpose has no different rules for servers and for clients.
  package let role: Role
  /// The accepted host names or mail addresses; the certificate must have at least one of them.
  ///
  /// Nil if every name is accepted.
  package let names: [String]?
  /// The key usages that the certificate must allow; it must allow all of them.
  package let keyUsage: KeyUsage
  /// The options for revocation, or nil if revocation is not checked.
  package let revocation: RevocationOptions?
  /// True if the certificate under evaluation must be a certificate authority.
  ///
  /// The rules for authorities then apply to the certificate, instead of the rules about the
  /// purposes and the validity period of a leaf.
  package var isOfAuthority = false
  /// True if the policy allows fetching revocation data from the network.
  ///
  /// Programs can set and read this value (`SecTrustSetNetworkFetchAllowed`), but it has no other
  /// effect: Latchkey never fetches revocation data.
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
    // Plain path validation never uses the network. Other policies may use the network, if no
    // option forbids it.
    allowsNetwork =
      purpose != .basic && revocation?.contains(.networkAccessDisabled) != true
  }

  /// True if the policy itself allows network access, false if it forbids it.
  ///
  /// Nil if the policy leaves the decision open. Policies of plain path validation and of
  /// revocation always decide. Other policies can only forbid network access.
  package var networkWord: Bool? {
    switch purpose {
    case .basic, .revocation: allowsNetwork
    default: allowsNetwork ? nil : false
    }
  }

  /// The policy of plain path validation.
  package static let basic = TrustPolicy(.basic)
}

/// The options for checking revocation, with the raw values of `kSecRevocation…`
/// (Specification/certificates.md, "Policies of SecTrust").
package struct RevocationOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let responder = RevocationOptions(rawValue: 1)
  package static let list = RevocationOptions(rawValue: 2)
  package static let prefersList = RevocationOptions(rawValue: 4)
  /// The option to require an OCSP response: the evaluation fails unless a valid response says that
  /// the certificate is good.
  package static let requiresResponse = RevocationOptions(rawValue: 8)
  package static let networkAccessDisabled = RevocationOptions(rawValue: 16)
  package static let anyMethod: RevocationOptions = [.responder, .list]

  /// Creates options from the number that a caller passed.
  ///
  /// Returns nil if the number is zero or has unknown bits.
  package init?(flags: UInt) {
    guard flags > 0, flags < 0x80 else { return nil }
    self.init(rawValue: flags)
  }
}

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
