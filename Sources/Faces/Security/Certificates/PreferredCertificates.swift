// SPDX-License-Identifier: Apache-2.0

// Functions about the certificate or identity that is preferred for an address or site. No store
// for these preferences exists yet (Specification/certificates.md, "Identity preferences").

/// Returns the certificate that is preferred for a name: always nil, because Latchkey stores no
/// preferences.
@discardableResult
public func SecCertificateCopyPreferred(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? {
  nil
}

/// Would make a certificate the preferred certificate for a name, but is not implemented.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { errSecUnimplemented }

/// Returns the identity that is preferred for a name: always nil, because Latchkey stores no
/// preferences.
@discardableResult
public func SecIdentityCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? { nil }

/// Would make an identity the preferred identity for a name, but is not implemented.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { errSecUnimplemented }

/// The name of the domain of the machine's default identity, for `SecIdentityCopySystemIdentity`.
@safe nonisolated(unsafe) public let kSecIdentityDomainDefault: CFString =
  "com.apple.systemdefault"
/// The name of the domain of the Kerberos service's identity, for `SecIdentityCopySystemIdentity`.
@safe nonisolated(unsafe) public let kSecIdentityDomainKerberosKDC: CFString =
  "com.apple.kerberos.kdc"

/// Would find the machine's identity for a domain, but always fails, because Latchkey has no
/// identities of machines.
///
/// - Returns: errSecItemNotFound.
@discardableResult
public func SecIdentityCopySystemIdentity(
  _ domain: CFString, _ idRef: UnsafeMutablePointer<SecIdentity?>,
  _ actualDomain: UnsafeMutablePointer<CFString?>?
) -> OSStatus { errSecItemNotFound }

/// Would set the machine's identity for a domain, but is not implemented.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecIdentitySetSystemIdentity(_ domain: CFString, _ idRef: SecIdentity?) -> OSStatus {
  errSecUnimplemented
}
