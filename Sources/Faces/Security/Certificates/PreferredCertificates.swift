// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

// Functions about the certificate or identity that is preferred for an address or site
// (Specification/certificates.md, "Identity preferences").

/// Returns the certificate that is preferred for a name, for example an e-mail address.
///
/// If the name is a URL, preferences for the paths above it, for its host, and for its domains
/// (`*.example.org`) count too. Nil if there is no preference.
///
/// If a name has several preferences, the wanted uses decide. The first choice is a preference with
/// exactly these uses. The second choice is a preference with the constant for any use, which an
/// array of names cannot express. The last choice is a preference without uses.
///
/// - Parameter keyUsage: the uses for which a certificate is wanted, such as signing, as an array
///   of `kSecAttrCan…` names. Nil wants a preference without uses.
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
///   - keyUsage: the uses for which the certificate is preferred, such as signing, as an array of
///     `kSecAttrCan…` names. Nil means no uses. If `certificate` is nil too, all certificate
///     preferences for the name are removed, whatever their uses.
@discardableResult
public func SecCertificateSetPreferred(
  _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { setPreferredCertificate(certificate, name, KeyUses(keyUsage).rawValue) }

/// Returns the identity that is preferred for a name, for example a URL.
///
/// If the name is a URL, preferences for the paths above it, for its host, and for its domains
/// (`*.example.org`) count too. Nil if there is no preference, or if the preferred identity cannot
/// be used.
///
/// If a name has several preferences, the wanted uses decide. The first choice is a preference with
/// exactly these uses. The second choice is a preference with the constant for any use, which an
/// array of names cannot express. The last choice is a preference without uses.
///
/// - Parameters:
///   - keyUsage: the uses for which an identity is wanted, such as signing, as an array of
///     `kSecAttrCan…` names. Nil wants a preference without uses.
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
///   - keyUsage: the uses for which the identity is preferred, such as signing, as an array of
///     `kSecAttrCan…` names. Nil means no uses. If `identity` is nil too, all identity preferences
///     for the name are removed, whatever their uses.
@discardableResult
public func SecIdentitySetPreferred(
  _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus { setPreferredIdentity(identity, name, KeyUses(keyUsage).rawValue) }

/// Stores in `certificate` the certificate that is preferred for a name, and returns the status.
///
/// - Parameter uses: the uses for which a certificate is wanted, as the bits of `KeyUses`; 0 means
///   no uses.
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
/// - Parameter uses: the uses for which the certificate is preferred, as the bits of `KeyUses`; 0
///   means no uses. If `certificate` is nil, 0 removes all certificate preferences for the name.
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
///   - uses: the uses for which an identity is wanted, as the bits of `KeyUses`; 0 means no uses.
///   - issuers: the encoded names of accepted issuers; nil to accept every issuer.
/// - Returns: errSecItemNotFound if there is no preference for the name, or if no accepted issuer
///   is in the chain of the preferred certificate.
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
/// - Parameter uses: the uses for which the identity is preferred, as the bits of `KeyUses`; 0
///   means no uses. If `identity` is nil, 0 removes all identity preferences for the name.
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

/// The domain for the machine's default identity, a value for `SecIdentityCopySystemIdentity`.
@safe nonisolated(unsafe) public let kSecIdentityDomainDefault: CFString =
  "com.apple.systemdefault"
/// The domain for the identity of the Kerberos service, a value for
/// `SecIdentityCopySystemIdentity`.
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
