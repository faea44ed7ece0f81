// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Policies and their properties (spec/certificates.md 6.4).

/// Plain path validation.
@safe nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// Connections with TLS.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// Servers of connections with TLS.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSLServer: CFString = "1.2.840.113635.100.1.3.1"
/// Clients of connections with TLS.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSLClient: CFString = "1.2.840.113635.100.1.3.2"
/// Mail that is signed or encrypted.
@safe nonisolated(unsafe) public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"
/// Networks that ask who joins them.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9"
/// Servers of such networks.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAPServer: CFString = "1.2.840.113635.100.1.9.1"
/// Clients of such networks.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAPClient: CFString = "1.2.840.113635.100.1.9.2"
/// IPsec.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPsec: CFString = "1.2.840.113635.100.1.11"
/// Servers of IPsec.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPSecServer: CFString =
  "1.2.840.113635.100.1.11.1"
/// Clients of IPsec.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPSecClient: CFString =
  "1.2.840.113635.100.1.11.2"
/// Signed programs.
@safe nonisolated(unsafe) public let kSecPolicyAppleCodeSigning: CFString =
  "1.2.840.113635.100.1.16"
/// Timestamps.
@safe nonisolated(unsafe) public let kSecPolicyAppleTimeStamping: CFString =
  "1.2.840.113635.100.1.20"
/// Revocation, beside another policy.
@safe nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"
/// Certificates of Apple's own accounts; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyAppleIDValidation: CFString =
  "1.2.840.113635.100.1.18"
/// Receipts of Apple's shop; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyMacAppStoreReceipt: CFString =
  "1.2.840.113635.100.1.19"
/// Passes for Apple's wallet; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyApplePassbookSigning: CFString =
  "1.2.840.113635.100.1.22"
/// Issuers of cards for Apple's wallet; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyApplePayIssuerEncryption: CFString =
  "1.2.840.113635.100.1.39"
/// Clients of Kerberos; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyApplePKINITClient: CFString =
  "1.2.840.113635.100.1.14"
/// Servers of Kerberos; no policy is made of it here.
@safe nonisolated(unsafe) public let kSecPolicyApplePKINITServer: CFString =
  "1.2.840.113635.100.1.15"
/// The identifier of a policy.
@safe nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// The name that a certificate must be for: a host, or the address of a mail.
@safe nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// Whether the certificate is a client's: a truth value.
@safe nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"
/// How revocation is looked at; without effect.
@safe nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString =
  "SecPolicyRevocationFlags"
/// The team that signed; without effect.
@safe nonisolated(unsafe) public let kSecPolicyTeamIdentifier: CFString = "SecPolicyTeamIdentifier"
/// The key must be for signatures.
@safe nonisolated(unsafe) public let kSecPolicyKU_DigitalSignature: CFString =
  "CE_KU_DigitalSignature"
/// The key must be for signatures that bind.
@safe nonisolated(unsafe) public let kSecPolicyKU_NonRepudiation: CFString = "CE_KU_NonRepudiation"
/// The key must be for encrypting keys.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyEncipherment: CFString =
  "CE_KU_KeyEncipherment"
/// The key must be for encrypting data.
@safe nonisolated(unsafe) public let kSecPolicyKU_DataEncipherment: CFString =
  "CE_KU_DataEncipherment"
/// The key must be for agreeing on keys.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyAgreement: CFString = "CE_KU_KeyAgreement"
/// The key must be for signing certificates.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyCertSign: CFString = "CE_KU_KeyCertSign"
/// The key must be for signing revocation lists.
@safe nonisolated(unsafe) public let kSecPolicyKU_CRLSign: CFString = "CE_KU_CRLSign"
/// The key must be for agreements that only encrypt.
@safe nonisolated(unsafe) public let kSecPolicyKU_EncipherOnly: CFString = "CE_KU_EncipherOnly"
/// The key must be for agreements that only decrypt.
@safe nonisolated(unsafe) public let kSecPolicyKU_DecipherOnly: CFString = "CE_KU_DecipherOnly"
/// Responses of OCSP count.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1
/// Revocation lists count; none is looked at here.
public let kSecRevocationCRLMethod: CFOptionFlags = 2
/// Lists come first.
public let kSecRevocationPreferCRL: CFOptionFlags = 4
/// A certificate that nobody vouches for is not trusted.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8
/// Nothing is fetched; nothing ever is here.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16
/// Responses and lists count.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
