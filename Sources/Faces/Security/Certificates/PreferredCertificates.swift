// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

// Functions about the certificate or identity that is preferred for an address or site
// (Specification/certificates.md, "Identity preferences").

/// Returns the certificate that is preferred for a name, for example an e-mail address.
///
/// Nil if there is no preference for the name.
///
/// - Parameter keyUsage: the uses of the key, such as signing, for which the certificate is
///   preferred: an array of `kSecAttrCan…` names, or nil. If no preference names exactly these
///   uses, a preference for any use or without uses counts.
@discardableResult
public func SecCertificateCopyPreferred(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? {
  var certificate: SecCertificate?
  _ = preferredCertificate(name, KeyUses(keyUsage).rawValue, &certificate)
  return certificate
}

/// Makes a certificate the preferred certificate for a name, in the default keychain.
///
/// The certificate is added to the default keychain if no keychain has it.
///
/// - Parameters:
///   - certificate: the certificate; nil to remove the preference.
///   - keyUsage: the uses of the key, such as signing, for which the certificate is preferred: an
///     array of `kSecAttrCan…` names, or nil. If `certificate` is nil too, all certificate
///     preferences for the name are removed.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { setPreferredCertificate(certificate, name, KeyUses(keyUsage).rawValue) }

/// Returns the identity that is preferred for a name, for example a URL.
///
/// If the name is a URL, preferences for the paths above it, for its host, and for its domains
/// (`*.example.org`) count too. Nil if there is no preference.
///
/// - Parameters:
///   - keyUsage: the uses of the key, such as signing, for which the identity is preferred: an
///     array of `kSecAttrCan…` names, or nil. If no preference names exactly these uses, a
///     preference for any use or without uses counts.
///   - validIssuers: the encoded names of accepted issuers, one of which must be in the chain of
///     the certificate; nil to accept every issuer.
@discardableResult
public func SecIdentityCopyPreferred(
  _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
  var identity: SecIdentity?
  _ = preferredIdentity(name, KeyUses(keyUsage).rawValue, validIssuers, &identity)
  return identity
}

/// Makes an identity the preferred identity for a name, in the default keychain.
///
/// The certificate and the private key are added to the default keychain if no keychain has them.
///
/// - Parameters:
///   - identity: the identity; nil to remove the preference.
///   - keyUsage: the uses of the key, such as signing, for which the identity is preferred: an
///     array of `kSecAttrCan…` names, or nil. If `identity` is nil too, all identity preferences
///     for the name are removed.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { setPreferredIdentity(identity, name, KeyUses(keyUsage).rawValue) }

/// Stores in `certificate` the certificate that is preferred for a name, and returns the status.
///
/// - Parameter uses: the uses of the key, as bits of CSSM (`KeyUses`); 0 for no uses.
/// - Returns: errSecItemNotFound if there is no preference for the name.
package func preferredCertificate(
  _ name: NSString, _ uses: UInt32, _ certificate: inout SecCertificate?
) -> OSStatus {
  KeychainCall.run("SecCertificateCopyPreferred") { () throws(KeychainError) in
    let preference = StoredPreference(.certificate, name, KeyUses(rawValue: uses))
    guard let found = try preference.certificate() else { throw .noPreference }
    certificate = SecCertificate(found)
  }
}

/// Sets the preferred certificate for a name, or removes the preference if `certificate` is nil.
///
/// - Parameter uses: the uses of the key, as bits of CSSM (`KeyUses`); 0 for no uses.
package func setPreferredCertificate(
  _ certificate: SecCertificate?, _ name: NSString, _ uses: UInt32
) -> OSStatus {
  KeychainCall.run("SecCertificateSetPreferred") { () throws(KeychainError) in
    try StoredPreference(.certificate, name, KeyUses(rawValue: uses)).set(certificate, nil)
  }
}

/// Stores in `identity` the identity that is preferred for a name, and returns the status.
///
/// - Parameters:
///   - uses: the uses of the key, as bits of CSSM (`KeyUses`); 0 for no uses.
///   - issuers: the encoded names of accepted issuers; nil to accept every issuer.
/// - Returns: errSecItemNotFound if there is no preference for the name.
package func preferredIdentity(
  _ name: NSString, _ uses: UInt32, _ issuers: NSArray?, _ identity: inout SecIdentity?
) -> OSStatus {
  KeychainCall.run("SecIdentityCopyPreferred") { () throws(KeychainError) in
    let preference = StoredPreference(.identity, name, KeyUses(rawValue: uses))
    guard let found = try preference.certificate(),
      AcceptedIssuers(issuers)?.accept(found) != false
    else { throw .noPreference }
    var made: SecIdentity?
    let status = unsafe SecIdentityCreateWithCertificate(nil, SecCertificate(found), &made)
    guard status == errSecSuccess else {
      throw KeychainError(
        KeychainError.Code(rawValue: status), "the private key of the preference cannot be used")
    }
    identity = made
  }
}

/// Sets the preferred identity for a name, or removes the preference if `identity` is nil.
///
/// - Parameter uses: the uses of the key, as bits of CSSM (`KeyUses`); 0 for no uses.
package func setPreferredIdentity(
  _ identity: SecIdentity?, _ name: NSString, _ uses: UInt32
) -> OSStatus {
  KeychainCall.run("SecIdentitySetPreferred") { () throws(KeychainError) in
    try StoredPreference(.identity, name, KeyUses(rawValue: uses)).set(
      identity?.certificate, identity?.privateKey)
  }
}

extension KeychainError {
  fileprivate static let noPreference = KeychainError(
    .itemNotFound, "there is no preference for the name")
}

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
