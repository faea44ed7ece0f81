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
