// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Keys of what SecTrustCopyResult tells (spec/certificates.md 6.7).

/// The moment of the evaluation.
@safe nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"
/// Whether the certificate is one of extended validation; not there here.
@safe nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString =
  "TrustExtendedValidation"
/// The organization of such a certificate; not there here.
@safe nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization"
/// The result, as a number.
@safe nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"
/// Whether revocation was looked at.
@safe nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"
/// Until when what is known of revocation is valid.
@safe nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString =
  "TrustExpirationDate"
/// Whether the certificate was published; not there here.
@safe nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString =
  "TrustCertificateTransparency"
/// Whether it need not be; not there here.
@safe nonisolated(unsafe) public let kSecTrustCertificateTransparencyWhiteList: CFString =
  "TrustCertificateTransparencyWhiteList"
/// Statements of qualified certificates; not there here.
@safe nonisolated(unsafe) public let kSecTrustQCStatements: CFString = "TrustQCStatements"
/// Whether it is qualified for web sites; not there here.
@safe nonisolated(unsafe) public let kSecTrustQWACValidation: CFString = "TrustQWACValidation"
