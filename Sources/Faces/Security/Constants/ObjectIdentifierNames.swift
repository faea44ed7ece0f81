// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Object identifiers as the keys of SecCertificateCopyValues (spec/certificates.md 2.9).

/// Identifies: Apple Developer Connection certificate policy.
@safe nonisolated(unsafe) public let kSecOIDADC_CERT_POLICY: CFString = "1.2.840.113635.100.5.3"
/// Identifies: Apple's certificate policy.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_CERT_POLICY: CFString = "1.2.840.113635.100.5.1"
/// Identifies: Apple's key purpose code signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_CODE_SIGNING: CFString =
  "1.2.840.113635.100.4.1"
/// Identifies: Apple's key purpose code signing dev.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_CODE_SIGNING_DEV: CFString =
  "1.2.840.113635.100.4.1.1"
/// Identifies: Apple's key purpose ichat encryption.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_ICHAT_ENCRYPTION: CFString =
  "1.2.840.113635.100.4.3"
/// Identifies: Apple's key purpose ichat signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_ICHAT_SIGNING: CFString =
  "1.2.840.113635.100.4.2"
/// Identifies: Apple's key purpose resource signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_RESOURCE_SIGNING: CFString =
  "1.2.840.113635.100.4.1.4"
/// Identifies: Apple's key purpose system identity.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EKU_SYSTEM_IDENTITY: CFString =
  "1.2.840.113635.100.4.4"
/// Identifies: Apple's extension.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION: CFString = "1.2.840.113635.100.6"
/// Identifies: Apple's extension AAI intermediate.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_AAI_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.3"
/// Identifies: Apple's extension Apple Developer Connection apple signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ADC_APPLE_SIGNING: CFString =
  "1.2.840.113635.100.6.1.2.0.0"
/// Identifies: Apple's extension Apple Developer Connection dev signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ADC_DEV_SIGNING: CFString =
  "1.2.840.113635.100.6.1.2.0"
/// Identifies: Apple's extension Apple ID intermediate.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_APPLEID_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.7"
/// Identifies: Apple's extension apple signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_APPLE_SIGNING: CFString =
  "1.2.840.113635.100.6.1.1"
/// Identifies: Apple's extension code signing.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_CODE_SIGNING: CFString =
  "1.2.840.113635.100.6.1"
/// Identifies: Apple's extension intermediate marker.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_INTERMEDIATE_MARKER: CFString =
  "1.2.840.113635.100.6.2"
/// Identifies: Apple's extension iTunes intermediate.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_ITMS_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.2"
/// Identifies: Apple's extension WWDR intermediate.
@safe nonisolated(unsafe) public let kSecOIDAPPLE_EXTENSION_WWDR_INTERMEDIATE: CFString =
  "1.2.840.113635.100.6.2.1"
/// Identifies: authority info access.
@safe nonisolated(unsafe) public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"
/// Identifies: authority key identifier.
@safe nonisolated(unsafe) public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"
/// Identifies: basic constraints.
@safe nonisolated(unsafe) public let kSecOIDBasicConstraints: CFString = "2.5.29.19"
/// Identifies: biometric info.
@safe nonisolated(unsafe) public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"
/// Identifies: CSSM key struct.
@safe nonisolated(unsafe) public let kSecOIDCSSMKeyStruct: CFString = "2.16.840.1.113741.2.1.1.1.20"
/// Identifies: cert issuer.
@safe nonisolated(unsafe) public let kSecOIDCertIssuer: CFString = "2.5.29.29"
/// Identifies: certificate policies.
@safe nonisolated(unsafe) public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"
/// Identifies: client auth.
@safe nonisolated(unsafe) public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"
/// Identifies: collective state province name.
@safe nonisolated(unsafe) public let kSecOIDCollectiveStateProvinceName: CFString = "2.5.4.8.1"
/// Identifies: collective street address.
@safe nonisolated(unsafe) public let kSecOIDCollectiveStreetAddress: CFString = "2.5.4.9.1"
/// Identifies: common name.
@safe nonisolated(unsafe) public let kSecOIDCommonName: CFString = "2.5.4.3"
/// Identifies: country name.
@safe nonisolated(unsafe) public let kSecOIDCountryName: CFString = "2.5.4.6"
/// Identifies: crl distribution points.
@safe nonisolated(unsafe) public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"
/// Identifies: crl number.
@safe nonisolated(unsafe) public let kSecOIDCrlNumber: CFString = "2.5.29.20"
/// Identifies: crl reason.
@safe nonisolated(unsafe) public let kSecOIDCrlReason: CFString = "2.5.29.21"
/// Identifies: .Mac certificate email encrypt.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EMAIL_ENCRYPT: CFString =
  "1.2.840.113635.100.3.2.3"
/// Identifies: .Mac certificate email sign.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EMAIL_SIGN: CFString =
  "1.2.840.113635.100.3.2.2"
/// Identifies: .Mac certificate extension.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_EXTENSION: CFString =
  "1.2.840.113635.100.3.2"
/// Identifies: .Mac certificate identity.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_IDENTITY: CFString =
  "1.2.840.113635.100.3.2.1"
/// Identifies: .Mac certificate policy.
@safe nonisolated(unsafe) public let kSecOIDDOTMAC_CERT_POLICY: CFString = "1.2.840.113635.100.5.2"
/// Identifies: delta crl indicator.
@safe nonisolated(unsafe) public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"
/// Identifies: description.
@safe nonisolated(unsafe) public let kSecOIDDescription: CFString = "2.5.4.13"
/// Identifies: EKU IP sec.
@safe nonisolated(unsafe) public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"
/// Identifies: email address.
@safe nonisolated(unsafe) public let kSecOIDEmailAddress: CFString = "1.2.840.113549.1.9.1"
/// Identifies: email protection.
@safe nonisolated(unsafe) public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"
/// Identifies: extended key usage.
@safe nonisolated(unsafe) public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"
/// Identifies: extended key usage any.
@safe nonisolated(unsafe) public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"
/// Identifies: extended use code signing.
@safe nonisolated(unsafe) public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"
/// Identifies: given name.
@safe nonisolated(unsafe) public let kSecOIDGivenName: CFString = "2.5.4.42"
/// Identifies: hold instruction code.
@safe nonisolated(unsafe) public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"
/// Identifies: invalidity date.
@safe nonisolated(unsafe) public let kSecOIDInvalidityDate: CFString = "2.5.29.24"
/// Identifies: issuer alt name.
@safe nonisolated(unsafe) public let kSecOIDIssuerAltName: CFString = "2.5.29.18"
/// Identifies: issuing distribution point.
@safe nonisolated(unsafe) public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"
/// Identifies: issuing distribution points.
@safe nonisolated(unsafe) public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"
/// Identifies: Kerberos 5 pkinit key purpose client auth.
@safe nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString =
  "1.3.6.1.5.2.3.4"
/// Identifies: Kerberos 5 pkinit key purpose KDC.
@safe nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"
/// Identifies: key usage.
@safe nonisolated(unsafe) public let kSecOIDKeyUsage: CFString = "2.5.29.15"
/// Identifies: locality name.
@safe nonisolated(unsafe) public let kSecOIDLocalityName: CFString = "2.5.4.7"
/// Identifies: MS NT principal name.
@safe nonisolated(unsafe) public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"
/// Identifies: microsoft SGC.
@safe nonisolated(unsafe) public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"
/// Identifies: name constraints.
@safe nonisolated(unsafe) public let kSecOIDNameConstraints: CFString = "2.5.29.30"
/// Identifies: Netscape cert sequence.
@safe nonisolated(unsafe) public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"
/// Identifies: Netscape cert type.
@safe nonisolated(unsafe) public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"
/// Identifies: Netscape SGC.
@safe nonisolated(unsafe) public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"
/// Identifies: OCSP signing.
@safe nonisolated(unsafe) public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"
/// Identifies: organization name.
@safe nonisolated(unsafe) public let kSecOIDOrganizationName: CFString = "2.5.4.10"
/// Identifies: organizational unit name.
@safe nonisolated(unsafe) public let kSecOIDOrganizationalUnitName: CFString = "2.5.4.11"
/// Identifies: policy constraints.
@safe nonisolated(unsafe) public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"
/// Identifies: policy mappings.
@safe nonisolated(unsafe) public let kSecOIDPolicyMappings: CFString = "2.5.29.33"
/// Identifies: private key usage period.
@safe nonisolated(unsafe) public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"
/// Identifies: QC statements.
@safe nonisolated(unsafe) public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"
/// Identifies: SRV name.
@safe nonisolated(unsafe) public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"
/// Identifies: serial number.
@safe nonisolated(unsafe) public let kSecOIDSerialNumber: CFString = "2.5.4.5"
/// Identifies: server auth.
@safe nonisolated(unsafe) public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"
/// Identifies: state province name.
@safe nonisolated(unsafe) public let kSecOIDStateProvinceName: CFString = "2.5.4.8"
/// Identifies: street address.
@safe nonisolated(unsafe) public let kSecOIDStreetAddress: CFString = "2.5.4.9"
/// Identifies: subject alt name.
@safe nonisolated(unsafe) public let kSecOIDSubjectAltName: CFString = "2.5.29.17"
/// Identifies: subject directory attributes.
@safe nonisolated(unsafe) public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"
/// Identifies: subject email address.
@safe nonisolated(unsafe) public let kSecOIDSubjectEmailAddress: CFString =
  "2.16.840.1.113741.2.1.1.1.50.3"
/// Identifies: subject info access.
@safe nonisolated(unsafe) public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"
/// Identifies: subject key identifier.
@safe nonisolated(unsafe) public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"
/// Identifies: subject picture.
@safe nonisolated(unsafe) public let kSecOIDSubjectPicture: CFString =
  "2.16.840.1.113741.2.1.1.1.50.2"
/// Identifies: subject signature bitmap.
@safe nonisolated(unsafe) public let kSecOIDSubjectSignatureBitmap: CFString =
  "2.16.840.1.113741.2.1.1.1.50.1"
/// Identifies: surname.
@safe nonisolated(unsafe) public let kSecOIDSurname: CFString = "2.5.4.4"
/// Identifies: time stamping.
@safe nonisolated(unsafe) public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"
/// Identifies: title.
@safe nonisolated(unsafe) public let kSecOIDTitle: CFString = "2.5.4.12"
/// Identifies: use exemptions.
@safe nonisolated(unsafe) public let kSecOIDUseExemptions: CFString =
  "2.16.840.1.113741.2.1.1.1.50.4"
/// Identifies: X.509 v1 certificate issuer unique id.
@safe nonisolated(unsafe) public let kSecOIDX509V1CertificateIssuerUniqueId: CFString =
  "2.16.840.1.113741.2.1.1.1.11"
/// Identifies: X.509 v1 certificate subject unique id.
@safe nonisolated(unsafe) public let kSecOIDX509V1CertificateSubjectUniqueId: CFString =
  "2.16.840.1.113741.2.1.1.1.12"
/// Identifies: X.509 v1 issuer name.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerName: CFString =
  "2.16.840.1.113741.2.1.1.1.5"
/// Identifies: X.509 v1 issuer name C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.5.1"
/// Identifies: X.509 v1 issuer name LDAP.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameLDAP: CFString =
  "2.16.840.1.113741.2.1.1.1.5.2"
/// Identifies: X.509 v1 issuer name std.
@safe nonisolated(unsafe) public let kSecOIDX509V1IssuerNameStd: CFString =
  "2.16.840.1.113741.2.1.1.1.23"
/// Identifies: X.509 v1 serial number.
@safe nonisolated(unsafe) public let kSecOIDX509V1SerialNumber: CFString =
  "2.16.840.1.113741.2.1.1.1.3"
/// Identifies: X.509 v1 signature.
@safe nonisolated(unsafe) public let kSecOIDX509V1Signature: CFString =
  "2.16.840.1.113741.2.1.3.2.2"
/// Identifies: X.509 v1 signature algorithm.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithm: CFString =
  "2.16.840.1.113741.2.1.3.2.1"
/// Identifies: X.509 v1 signature algorithm parameters.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithmParameters: CFString =
  "2.16.840.1.113741.2.1.3.2.3"
/// Identifies: X.509 v1 signature algorithm TBS.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithmTBS: CFString =
  "2.16.840.1.113741.2.1.3.2.10"
/// Identifies: X.509 v1 signature C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureCStruct: CFString =
  "2.16.840.1.113741.2.1.3.2.0.1"
/// Identifies: X.509 v1 signature struct.
@safe nonisolated(unsafe) public let kSecOIDX509V1SignatureStruct: CFString =
  "2.16.840.1.113741.2.1.3.2.0"
/// Identifies: X.509 v1 subject name.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectName: CFString =
  "2.16.840.1.113741.2.1.1.1.8"
/// Identifies: X.509 v1 subject name C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.8.1"
/// Identifies: X.509 v1 subject name LDAP.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameLDAP: CFString =
  "2.16.840.1.113741.2.1.1.1.8.2"
/// Identifies: X.509 v1 subject name std.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectNameStd: CFString =
  "2.16.840.1.113741.2.1.1.1.22"
/// Identifies: X.509 v1 subject public key.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKey: CFString =
  "2.16.840.1.113741.2.1.1.1.10"
/// Identifies: X.509 v1 subject public key algorithm.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString =
  "2.16.840.1.113741.2.1.1.1.9"
/// Identifies: X.509 v1 subject public key algorithm parameters.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithmParameters: CFString =
  "2.16.840.1.113741.2.1.1.1.18"
/// Identifies: X.509 v1 subject public key C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.20.1"
/// Identifies: X.509 v1 validity not after.
@safe nonisolated(unsafe) public let kSecOIDX509V1ValidityNotAfter: CFString =
  "2.16.840.1.113741.2.1.1.1.7"
/// Identifies: X.509 v1 validity not before.
@safe nonisolated(unsafe) public let kSecOIDX509V1ValidityNotBefore: CFString =
  "2.16.840.1.113741.2.1.1.1.6"
/// Identifies: X.509 v1 version.
@safe nonisolated(unsafe) public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"
/// Identifies: X.509 v3 certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3Certificate: CFString =
  "2.16.840.1.113741.2.1.1.1.1"
/// Identifies: X.509 v3 certificate C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.1.1"
/// Identifies: X.509 v3 certificate extension C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.13.1"
/// Identifies: X.509 v3 certificate extension critical.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionCritical: CFString =
  "2.16.840.1.113741.2.1.1.1.16"
/// Identifies: X.509 v3 certificate extension id.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionId: CFString =
  "2.16.840.1.113741.2.1.1.1.15"
/// Identifies: X.509 v3 certificate extension struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.13"
/// Identifies: X.509 v3 certificate extension type.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionType: CFString =
  "2.16.840.1.113741.2.1.1.1.19"
/// Identifies: X.509 v3 certificate extension value.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionValue: CFString =
  "2.16.840.1.113741.2.1.1.1.17"
/// Identifies: X.509 v3 certificate extensions C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionsCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.21.1"
/// Identifies: X.509 v3 certificate extensions struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateExtensionsStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.21"
/// Identifies: X.509 v3 certificate number of extensions.
@safe nonisolated(unsafe) public let kSecOIDX509V3CertificateNumberOfExtensions: CFString =
  "2.16.840.1.113741.2.1.1.1.14"
/// Identifies: X.509 v3 signed certificate.
@safe nonisolated(unsafe) public let kSecOIDX509V3SignedCertificate: CFString =
  "2.16.840.1.113741.2.1.1.1.0"
/// Identifies: X.509 v3 signed certificate C struct.
@safe nonisolated(unsafe) public let kSecOIDX509V3SignedCertificateCStruct: CFString =
  "2.16.840.1.113741.2.1.1.1.0.1"
