// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Policies and their properties (Specification/certificates.md, "Policies of SecTrust").

/// The policy of plain path validation.
@safe nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The policy of TLS connections.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// The policy for the servers of TLS connections.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSLServer: CFString = "1.2.840.113635.100.1.3.1"
/// The policy for the clients of TLS connections.
@safe nonisolated(unsafe) public let kSecPolicyAppleSSLClient: CFString = "1.2.840.113635.100.1.3.2"
/// The policy of mail that is signed or encrypted (S/MIME).
@safe nonisolated(unsafe) public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"
/// The policy of EAP, by which networks authenticate the devices that join them.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9"
/// The policy for EAP servers.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAPServer: CFString = "1.2.840.113635.100.1.9.1"
/// The policy for EAP clients.
@safe nonisolated(unsafe) public let kSecPolicyAppleEAPClient: CFString = "1.2.840.113635.100.1.9.2"
/// The policy of IPsec.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPsec: CFString = "1.2.840.113635.100.1.11"
/// The policy for IPsec servers.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPSecServer: CFString =
  "1.2.840.113635.100.1.11.1"
/// The policy for IPsec clients.
@safe nonisolated(unsafe) public let kSecPolicyAppleIPSecClient: CFString =
  "1.2.840.113635.100.1.11.2"
/// The policy of signed programs.
@safe nonisolated(unsafe) public let kSecPolicyAppleCodeSigning: CFString =
  "1.2.840.113635.100.1.16"
/// The policy of timestamps.
@safe nonisolated(unsafe) public let kSecPolicyAppleTimeStamping: CFString =
  "1.2.840.113635.100.1.20"
/// The policy of revocation, which is used together with another policy.
@safe nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"
/// The policy of Apple ID certificates; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyAppleIDValidation: CFString =
  "1.2.840.113635.100.1.18"
/// The policy of receipts of Apple's app store; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyMacAppStoreReceipt: CFString =
  "1.2.840.113635.100.1.19"
/// The policy of passes for Apple's wallet; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyApplePassbookSigning: CFString =
  "1.2.840.113635.100.1.22"
/// The policy of card issuers for Apple's wallet; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyApplePayIssuerEncryption: CFString =
  "1.2.840.113635.100.1.39"
/// The policy for Kerberos clients; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyApplePKINITClient: CFString =
  "1.2.840.113635.100.1.14"
/// The policy for Kerberos servers; Latchkey cannot make this policy.
@safe nonisolated(unsafe) public let kSecPolicyApplePKINITServer: CFString =
  "1.2.840.113635.100.1.15"
/// The property key of a policy's object identifier.
@safe nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// The property key of the name that the certificate must contain: a host or an e-mail address.
@safe nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// The property key of a Boolean: true if the policy is for the certificate of a client.
@safe nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"
/// The property key of the `kSecRevocation…` flags; it has no effect.
@safe nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString =
  "SecPolicyRevocationFlags"
/// The property key of the team that signed a program; it has no effect.
@safe nonisolated(unsafe) public let kSecPolicyTeamIdentifier: CFString = "SecPolicyTeamIdentifier"
/// Requires a key that may sign.
@safe nonisolated(unsafe) public let kSecPolicyKU_DigitalSignature: CFString =
  "CE_KU_DigitalSignature"
/// Requires a key that may make binding signatures (non-repudiation).
@safe nonisolated(unsafe) public let kSecPolicyKU_NonRepudiation: CFString = "CE_KU_NonRepudiation"
/// Requires a key that may encrypt keys.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyEncipherment: CFString =
  "CE_KU_KeyEncipherment"
/// Requires a key that may encrypt data.
@safe nonisolated(unsafe) public let kSecPolicyKU_DataEncipherment: CFString =
  "CE_KU_DataEncipherment"
/// Requires a key that may be used for key agreement.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyAgreement: CFString = "CE_KU_KeyAgreement"
/// Requires a key that may sign certificates.
@safe nonisolated(unsafe) public let kSecPolicyKU_KeyCertSign: CFString = "CE_KU_KeyCertSign"
/// Requires a key that may sign revocation lists.
@safe nonisolated(unsafe) public let kSecPolicyKU_CRLSign: CFString = "CE_KU_CRLSign"
/// Requires a key that is only for encryption after key agreement.
@safe nonisolated(unsafe) public let kSecPolicyKU_EncipherOnly: CFString = "CE_KU_EncipherOnly"
/// Requires a key that is only for decryption after key agreement.
@safe nonisolated(unsafe) public let kSecPolicyKU_DecipherOnly: CFString = "CE_KU_DecipherOnly"
/// Checks revocation with OCSP responses.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1
/// Checks revocation with revocation lists; Latchkey does not read revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2
/// Prefers revocation lists to OCSP responses.
public let kSecRevocationPreferCRL: CFOptionFlags = 4
/// Trusts a certificate only if a response confirms that it was not revoked.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8
/// Fetches no revocation data from the network; Latchkey never fetches any.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16
/// Checks revocation with OCSP responses and revocation lists.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
