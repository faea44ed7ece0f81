// SPDX-License-Identifier: Apache-2.0 - table

/// The tests that run the cases of Specification/seckey.md, "Conformance cases of SecKey" and
/// Specification/certificates.md, "Conformance cases".
///
/// The number of a case is in the title of a test of these files, or in the title of a row.
enum ObjectCases {
  static let keys = [
    "KeyAlgorithmTests", "ECDSACaseTests", "SignatureCaseTests", "RSASignatureCaseTests",
    "RSAEncryptionCaseTests", "HybridCaseTests", "KeyExchangeCaseTests", "KeyVectorTests",
    "OracleTests", "KeyNameTests", "KeyAttributeTests", "KeyFormTests", "KeyItemTests",
    "KeyUseTests", "KeyExchangeParameterTests", "ElementKeyTests", "KeyPromptTests",
  ]

  static let certificates = [
    "CertificateVectorTests", "SecCertificateTests", "CertificateItemTests", "CertificateKeyTests",
    "CertificateValuesTests", "IssuerTests", "SecIdentityTests", "IdentityQueryTests",
    "SecPKCS12ImportTests", "PKCS12StoringTests", "SecItemImportTests", "SecItemExportTests",
    "TrustConformanceTests", "SecTrustEvaluateTests", "SecTrustInputTests", "SecPolicyTests",
  ]

  /// The vectors of a case, if its test runs all vectors of a file.
  // swift-format-ignore
  static let vectors: [(number: Int, file: String, names: [String])] = [
    (4, "refused", ["version first", "version fourth"]), (4, "accepted", ["without version"]),
    (5, "accepted", ["serial 01020304 of 37", "serial 80 of 1"]), (5, "refused", ["serial of 38", "serial of none"]),
    (6, "accepted", ["from 2501020304Z", "from 250102030405+0100"]),
    (6, "refused", ["from 251301000000Z of type 17", "from 250229000000Z of type 17", "from 20250101000000.5Z of type 18"]),
    (7, "accepted", ["from 491231235959Z", "from 700101000000Z"]),
    (8, "refused", ["no extension", "2.5.29.19 critical and malformed 0"]), (8, "accepted", ["2.5.29.19 malformed 0"]),
    (9, "accepted", ["unknown critical extension"]), (10, "accepted", ["an extension twice"]),
    (11, "accepted", ["two common names"]), (12, "accepted", ["units"]), (13, "accepted", ["units and an address"]),
    (14, "accepted", ["units and a host"]), (15, "accepted", ["a description"]), (16, "accepted", ["no subject and a host"]),
    (17, "accepted", ["addresses"]), (18, "accepted", ["plain"]), (19, "accepted", ["blanks"]),
    (20, "accepted", ["blanks in a UTF8String"]), (21, "accepted", ["shrinks over a boundary of lengths"]),
    (22, "accepted", ["RSA 2048", "P-256"]),
  ]
}
