// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Object identifiers: the keys of the dictionary that SecCertificateCopyValues returns
// (Specification/certificates.md, "CopyValues of a certificate").

/// The object identifier of the certificate policy of Apple Developer Connection.
@safe nonisolated(unsafe) public let kSecOIDADC_CERT_POLICY: CFString = "1.2.840.113635.100.5.3"
/// The object identifier of Apple's certificate policy.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_CERT_POLICY: CFString = "1.2.840.113635.100.5.1"
/// The object identifier of Apple's key purpose "code signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_CODE_SIGNING: CFString =
  "1.2.840.113635.100.4.1"
/// The object identifier of Apple's key purpose "code signing for development".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_CODE_SIGNING_DEV: CFString =
  "1.2.840.113635.100.4.1.1"
/// The object identifier of Apple's key purpose "iChat encryption".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_ICHAT_ENCRYPTION: CFString =
  "1.2.840.113635.100.4.3"
/// The object identifier of Apple's key purpose "iChat signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_ICHAT_SIGNING: CFString =
  "1.2.840.113635.100.4.2"
/// The object identifier of Apple's key purpose "resource signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_RESOURCE_SIGNING: CFString =
  "1.2.840.113635.100.4.1.4"
/// The object identifier of Apple's key purpose "system identity".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_SYSTEM_IDENTITY: CFString =
  "1.2.840.113635.100.4.4"
/// The object identifier of Apple's certificate extensions.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION: CFString = "1.2.840.113635.100.6"
/// The object identifier of Apple's certificate extension "AAI intermediate".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_AAI_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.3"
/// The object identifier of Apple's certificate extension "Apple Developer Connection, Apple
/// signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ADC_APPLE_SIGNING: CFString =
  "1.2.840.113635.100.6.1.2.0.0"
/// The object identifier of Apple's certificate extension "Apple Developer Connection, developer
/// signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ADC_DEV_SIGNING: CFString =
  "1.2.840.113635.100.6.1.2.0"
/// The object identifier of Apple's certificate extension "Apple ID intermediate".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_APPLEID_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.7"
/// The object identifier of Apple's certificate extension "Apple signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_APPLE_SIGNING: CFString =
  "1.2.840.113635.100.6.1.1"
/// The object identifier of Apple's certificate extension "code signing".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_CODE_SIGNING: CFString =
  "1.2.840.113635.100.6.1"
/// The object identifier of Apple's certificate extension "intermediate marker".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_INTERMEDIATE_MARKER: CFString =
  "1.2.840.113635.100.6.2"
/// The object identifier of Apple's certificate extension "iTunes intermediate".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ITMS_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.2"
/// The object identifier of Apple's certificate extension "WWDR intermediate".
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_WWDR_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.1"
/// The object identifier of the certificate extension "authority information access".
@safe nonisolated(unsafe) public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"
/// The object identifier of the certificate extension "authority key identifier".
@safe nonisolated(unsafe) public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"
/// The object identifier of the certificate extension "basic constraints".
@safe nonisolated(unsafe) public let kSecOIDBasicConstraints: CFString = "2.5.29.19"
/// The object identifier of the certificate extension "biometric information".
@safe nonisolated(unsafe) public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"
/// The object identifier of a key as a CSSM structure.
@safe nonisolated(unsafe) public let kSecOIDCSSMKeyStruct: CFString = "2.16.840.1.113741.2.1.1.1.20"
/// The object identifier of the extension "certificate issuer" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDCertIssuer: CFString = "2.5.29.29"
/// The object identifier of the certificate extension "certificate policies".
@safe nonisolated(unsafe) public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"
/// The object identifier of the key purpose "client authentication".
@safe nonisolated(unsafe) public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"
/// The object identifier of the name attribute "collective state or province name".
@safe nonisolated(unsafe) public let kSecOIDCollectiveStateProvinceName: CFString = "2.5.4.8.1"
/// The object identifier of the name attribute "collective street address".
@safe nonisolated(unsafe) public let kSecOIDCollectiveStreetAddress: CFString = "2.5.4.9.1"
/// The object identifier of the name attribute "common name".
@safe nonisolated(unsafe) public let kSecOIDCommonName: CFString = "2.5.4.3"
/// The object identifier of the name attribute "country name".
@safe nonisolated(unsafe) public let kSecOIDCountryName: CFString = "2.5.4.6"
/// The object identifier of the certificate extension "CRL distribution points".
@safe nonisolated(unsafe) public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"
/// The object identifier of the extension "CRL number" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDCrlNumber: CFString = "2.5.29.20"
/// The object identifier of the extension "CRL reason" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDCrlReason: CFString = "2.5.29.21"
/// The object identifier of the .Mac certificate for e-mail encryption.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EMAIL_ENCRYPT: CFString =
  "1.2.840.113635.100.3.2.3"
/// The object identifier of the .Mac certificate for e-mail signing.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EMAIL_SIGN: CFString =
  "1.2.840.113635.100.3.2.2"
/// The object identifier of the .Mac certificate extension.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EXTENSION: CFString =
  "1.2.840.113635.100.3.2"
/// The object identifier of the .Mac certificate for identities.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_IDENTITY: CFString =
  "1.2.840.113635.100.3.2.1"
/// The object identifier of the .Mac certificate policy.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_POLICY: CFString = "1.2.840.113635.100.5.2"
/// The object identifier of the extension "delta CRL indicator" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"
/// The object identifier of the name attribute "description".
@safe nonisolated(unsafe) public let kSecOIDDescription: CFString = "2.5.4.13"
/// The object identifier of the key purpose "IPsec".
@safe nonisolated(unsafe) public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"
/// The object identifier of the name attribute "e-mail address".
@safe nonisolated(unsafe) public let kSecOIDEmailAddress: CFString = "1.2.840.113549.1.9.1"
/// The object identifier of the key purpose "e-mail protection".
@safe nonisolated(unsafe) public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"
/// The object identifier of the certificate extension "extended key usage".
@safe nonisolated(unsafe) public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"
/// The object identifier of the key purpose "any purpose".
@safe nonisolated(unsafe) public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"
/// The object identifier of the key purpose "code signing".
@safe nonisolated(unsafe) public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"
/// The object identifier of the name attribute "given name".
@safe nonisolated(unsafe) public let kSecOIDGivenName: CFString = "2.5.4.42"
/// The object identifier of the extension "hold instruction code" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"
/// The object identifier of the extension "invalidity date" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDInvalidityDate: CFString = "2.5.29.24"
/// The object identifier of the certificate extension "issuer alternative name".
@safe nonisolated(unsafe) public let kSecOIDIssuerAltName: CFString = "2.5.29.18"
/// The object identifier of the extension "issuing distribution point" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"
/// The object identifier of the extension "issuing distribution points" of revocation lists.
@safe nonisolated(unsafe) public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"
/// The object identifier of the key purpose "Kerberos 5 PKINIT client authentication".
@safe nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString =
  "1.3.6.1.5.2.3.4"
/// The object identifier of the key purpose "Kerberos 5 PKINIT key distribution centre".
@safe nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"
/// The object identifier of the certificate extension "key usage".
@safe nonisolated(unsafe) public let kSecOIDKeyUsage: CFString = "2.5.29.15"
/// The object identifier of the name attribute "locality name".
@safe nonisolated(unsafe) public let kSecOIDLocalityName: CFString = "2.5.4.7"
/// The object identifier of the Microsoft NT principal name.
@safe nonisolated(unsafe) public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"
/// The object identifier of the key purpose "Microsoft server-gated cryptography".
@safe nonisolated(unsafe) public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"
/// The object identifier of the certificate extension "name constraints".
@safe nonisolated(unsafe) public let kSecOIDNameConstraints: CFString = "2.5.29.30"
/// The object identifier of the certificate extension "Netscape certificate sequence".
@safe nonisolated(unsafe) public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"
/// The object identifier of the certificate extension "Netscape certificate type".
@safe nonisolated(unsafe) public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"
/// The object identifier of the key purpose "Netscape server-gated cryptography".
@safe nonisolated(unsafe) public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"
/// The object identifier of the key purpose "OCSP signing".
@safe nonisolated(unsafe) public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"
/// The object identifier of the name attribute "organization name".
@safe nonisolated(unsafe) public let kSecOIDOrganizationName: CFString = "2.5.4.10"
/// The object identifier of the name attribute "organizational unit name".
@safe nonisolated(unsafe) public let kSecOIDOrganizationalUnitName: CFString = "2.5.4.11"
/// The object identifier of the certificate extension "policy constraints".
@safe nonisolated(unsafe) public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"
/// The object identifier of the certificate extension "policy mappings".
@safe nonisolated(unsafe) public let kSecOIDPolicyMappings: CFString = "2.5.29.33"
/// The object identifier of the certificate extension "private key usage period".
@safe nonisolated(unsafe) public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"
/// The object identifier of the certificate extension "qualified certificate statements".
@safe nonisolated(unsafe) public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"
/// The object identifier of the SRV name of a service.
@safe nonisolated(unsafe) public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"
/// The object identifier of the name attribute "serial number".
@safe nonisolated(unsafe) public let kSecOIDSerialNumber: CFString = "2.5.4.5"
/// The object identifier of the key purpose "server authentication".
@safe nonisolated(unsafe) public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"
/// The object identifier of the name attribute "state or province name".
@safe nonisolated(unsafe) public let kSecOIDStateProvinceName: CFString = "2.5.4.8"
/// The object identifier of the name attribute "street address".
@safe nonisolated(unsafe) public let kSecOIDStreetAddress: CFString = "2.5.4.9"
/// The object identifier of the certificate extension "subject alternative name".
@safe nonisolated(unsafe) public let kSecOIDSubjectAltName: CFString = "2.5.29.17"
/// The object identifier of the certificate extension "subject directory attributes".
@safe nonisolated(unsafe) public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"
/// The object identifier of the subject's e-mail address.
@safe nonisolated(unsafe) public let kSecOIDSubjectEmailAddress: CFString =
  "2.16.840.1.113741.2.1.1.1.50.3"
/// The object identifier of the certificate extension "subject information access".
@safe nonisolated(unsafe) public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"
/// The object identifier of the certificate extension "subject key identifier".
@safe nonisolated(unsafe) public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"
/// The object identifier of the subject's picture.
@safe nonisolated(unsafe) public let kSecOIDSubjectPicture: CFString =
  "2.16.840.1.113741.2.1.1.1.50.2"
/// The object identifier of the bitmap of the subject's signature.
@safe nonisolated(unsafe) public let kSecOIDSubjectSignatureBitmap: CFString =
  "2.16.840.1.113741.2.1.1.1.50.1"
/// The object identifier of the name attribute "surname".
@safe nonisolated(unsafe) public let kSecOIDSurname: CFString = "2.5.4.4"
/// The object identifier of the key purpose "time stamping".
@safe nonisolated(unsafe) public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"
/// The object identifier of the name attribute "title".
@safe nonisolated(unsafe) public let kSecOIDTitle: CFString = "2.5.4.12"
/// The object identifier of use exemptions.
@safe nonisolated(unsafe) public let kSecOIDUseExemptions: CFString =
  "2.16.840.1.113741.2.1.1.1.50.4"
/// The object identifier of the issuer's unique identifier of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1CertificateIssuerUniqueId: CFString =
  "2.16.840.1.113741.2.1.1.1.11"
/// The object identifier of the subject's unique identifier of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1CertificateSubjectUniqueId: CFString =
  "2.16.840.1.113741.2.1.1.1.12"
/// The object identifier of the issuer name of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerName: CFString =
  "2.16.840.1.113741.2.1.1.1.5"
/// The object identifier of the issuer name of an X.509 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.5.1"
/// The object identifier of the issuer name of an X.509 certificate, in LDAP form.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameLDAP: CFString =
  "2.16.840.1.113741.2.1.1.1.5.2"
/// The object identifier of the issuer name of an X.509 certificate, in standard form.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameStd: CFString =
  "2.16.840.1.113741.2.1.1.1.23"
/// The object identifier of the serial number of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SerialNumber: CFString =
  "2.16.840.1.113741.2.1.1.1.3"
/// The object identifier of the signature of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1Signature: CFString =
  "2.16.840.1.113741.2.1.3.2.2"
/// The object identifier of the signature algorithm of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithm: CFString =
  "2.16.840.1.113741.2.1.3.2.1"
/// The object identifier of the parameters of the signature algorithm of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithmParameters: CFString =
  "2.16.840.1.113741.2.1.3.2.3"
/// The object identifier of the signature algorithm of an X.509 certificate, in the signed content.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithmTBS: CFString =
  "2.16.840.1.113741.2.1.3.2.10"
/// The object identifier of the signature of an X.509 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureCStruct: CFString =
  "2.16.840.1.113741.2.1.3.2.0.1"
/// The object identifier of the signature of an X.509 certificate, as a structure.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureStruct: CFString =
  "2.16.840.1.113741.2.1.3.2.0"
/// The object identifier of the subject name of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectName: CFString =
  "2.16.840.1.113741.2.1.1.1.8"
/// The object identifier of the subject name of an X.509 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.8.1"
/// The object identifier of the subject name of an X.509 certificate, in LDAP form.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameLDAP: CFString =
  "2.16.840.1.113741.2.1.1.1.8.2"
/// The object identifier of the subject name of an X.509 certificate, in standard form.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameStd: CFString =
  "2.16.840.1.113741.2.1.1.1.22"
/// The object identifier of the subject's public key of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKey: CFString =
  "2.16.840.1.113741.2.1.1.1.10"
/// The object identifier of the algorithm of the subject's public key of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString =
  "2.16.840.1.113741.2.1.1.1.9"
/// The object identifier of the parameters of the algorithm of the subject's public key of an X.509
/// certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithmParameters: CFString =
  "2.16.840.1.113741.2.1.1.1.18"
/// The object identifier of the subject's public key of an X.509 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.20.1"
/// The object identifier of the end of the validity of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1ValidityNotAfter: CFString =
  "2.16.840.1.113741.2.1.1.1.7"
/// The object identifier of the start of the validity of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1ValidityNotBefore: CFString =
  "2.16.840.1.113741.2.1.1.1.6"
/// The object identifier of the version of an X.509 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"
/// The object identifier of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3Certificate: CFString =
  "2.16.840.1.113741.2.1.1.1.1"
/// The object identifier of an X.509 version 3 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.1.1"
/// The object identifier of an extension of an X.509 version 3 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.13.1"
/// The object identifier of the critical mark of an extension of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionCritical: CFString =
  "2.16.840.1.113741.2.1.1.1.16"
/// The object identifier of the identifier of an extension of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionId: CFString =
  "2.16.840.1.113741.2.1.1.1.15"
/// The object identifier of an extension of an X.509 version 3 certificate, as a structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.13"
/// The object identifier of the type of an extension of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionType: CFString =
  "2.16.840.1.113741.2.1.1.1.19"
/// The object identifier of the value of an extension of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionValue: CFString =
  "2.16.840.1.113741.2.1.1.1.17"
/// The object identifier of the extensions of an X.509 version 3 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionsCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.21.1"
/// The object identifier of the extensions of an X.509 version 3 certificate, as a structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionsStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.21"
/// The object identifier of the number of extensions of an X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateNumberOfExtensions: CFString =
  "2.16.840.1.113741.2.1.1.1.14"
/// The object identifier of a signed X.509 version 3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3SignedCertificate: CFString =
  "2.16.840.1.113741.2.1.1.1.0"
/// The object identifier of a signed X.509 version 3 certificate, as a C structure.
@safe nonisolated(unsafe) public let kSecOIDX509V3SignedCertificateCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.0.1"
