// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Keys of the dictionary that SecTrustCopyResult returns (Specification/certificates.md,
// "CopyResult, CopyProperties").

/// The moment for which the trust was evaluated.
@safe nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"
/// Whether the certificate has extended validation; Latchkey's results never contain this key.
@safe nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString =
  "TrustExtendedValidation"
/// The organization in a certificate with extended validation; Latchkey's results never contain
/// this key.
@safe nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization"
/// The result of the evaluation, as a number.
@safe nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue"
/// Whether revocation was checked.
@safe nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"
/// The date until which the revocation information is valid.
@safe nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString =
  "TrustExpirationDate"
/// Whether the certificate is in a certificate transparency log; Latchkey's results never contain
/// this key.
@safe nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString =
  "TrustCertificateTransparency"
/// Whether the certificate is exempt from certificate transparency; Latchkey's results never
/// contain this key.
@safe nonisolated(unsafe) public let kSecTrustCertificateTransparencyWhiteList: CFString =
  "TrustCertificateTransparencyWhiteList"
/// The statements of a qualified certificate; Latchkey's results never contain this key.
@safe nonisolated(unsafe) public let kSecTrustQCStatements: CFString = "TrustQCStatements"
/// Whether the certificate is qualified for web sites; Latchkey's results never contain this key.
@safe nonisolated(unsafe) public let kSecTrustQWACValidation: CFString = "TrustQWACValidation"
