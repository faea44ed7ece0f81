// SPDX-License-Identifier: Apache-2.0

// Which certificate or identity is preferred for an address or site: no store for that exists yet
// (spec/certificates.md 3.4).

/// The certificate that is preferred for a name: none.
@discardableResult
public func SecCertificateCopyPreferred(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? {
  nil
}

/// Prefers a certificate for a name.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { errSecUnimplemented }

/// The identity that is preferred for a name: none.
@discardableResult
public func SecIdentityCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? { nil }

/// Prefers an identity for a name.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { errSecUnimplemented }

/// The identity of the machine for services of its own.
@safe nonisolated(unsafe) public let kSecIdentityDomainDefault: CFString =
  "com.apple.systemdefault"
/// The identity of the machine's Kerberos service.
@safe nonisolated(unsafe) public let kSecIdentityDomainKerberosKDC: CFString =
  "com.apple.kerberos.kdc"

/// The machine's identity for a domain: no machine has one here.
///
/// - Returns: errSecItemNotFound.
@discardableResult
public func SecIdentityCopySystemIdentity(
  _ domain: CFString, _ idRef: UnsafeMutablePointer<SecIdentity?>,
  _ actualDomain: UnsafeMutablePointer<CFString?>?
) -> OSStatus { errSecItemNotFound }

/// Sets the machine's identity for a domain.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecIdentitySetSystemIdentity(_ domain: CFString, _ idRef: SecIdentity?) -> OSStatus {
  errSecUnimplemented
}
