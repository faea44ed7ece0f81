// SPDX-License-Identifier: Apache-2.0 (table)

/// The table of the extensions that Latchkey knows, with the structure that each value must have.
///
/// If a critical extension of this table has another structure, the certificate is invalid
/// (Specification/certificates.md, "Creating a certificate", row 9).
enum KnownExtensions {
  static func shape(of identifier: OID) -> DERShape? { shapes[identifier] }

  private static let names = DERShape.list(of: .generalName)

  private static func tag(_ number: UInt8) -> DERTag { .context(number, isConstructed: false) }
  private static func box(_ number: UInt8) -> DERTag { .context(number, isConstructed: true) }

  private static func subtrees(_ number: UInt8) -> DERShape {
    let subtree = DERShape.sequence([
      .required(.generalName), .optional(.count(tag(0))), .optional(.count(tag(1))),
    ])
    return .list(of: subtree, box(number))
  }

  private static let pointName = DERShape.choice([
    .list(of: .generalName, box(0)), .list(of: .any, box(1)),
  ])

  private static let distributionPoint = DERShape.sequence([
    .optional(.sequence([.required(pointName)], box(0))),
    .optional(.bits(tag(1))),
    .optional(.list(of: .generalName, box(2))),
  ])

  private static let accessDescriptions = DERShape.list(
    of: .sequence([.required(.objectIdentifier), .required(.generalName)]))

  // swift-format-ignore
  private static let shapes: [OID: DERShape] = [
    .subjectKeyIdentifier: .element(.octetString),
    .keyUsage: .bits(most: 2),
    .privateKeyUsagePeriod: .sequence([.optional(.time(tag(0))), .optional(.time(tag(1)))]),
    .subjectAlternativeName: names,
    .issuerAlternativeName: names,
    .basicConstraints: .sequence([.optional(.boolean), .optional(.count())]),
    .nameConstraints: .sequence([.optional(subtrees(0)), .optional(subtrees(1))]),
    .distributionPoints: .list(of: distributionPoint),
    .certificatePolicies: .list(of: .sequence([
      .required(.objectIdentifier),
      .optional(.list(of: .sequence([.required(.objectIdentifier), .required(.any)]))),
    ])),
    .policyMappings: .list(of: .sequence([.required(.objectIdentifier), .required(.objectIdentifier)])),
    .authorityKeyIdentifier: .sequence([
      .optional(.element(tag(0))), .optional(.list(of: .generalName, box(1))),
      .optional(.element(tag(2))),
    ]),
    .policyConstraints: .sequence([.optional(.count(tag(0))), .optional(.count(tag(1)))]),
    .extendedKeyUsage: .list(of: .objectIdentifier),
    .inhibitAnyPolicy: .count(),
    .authorityInformationAccess: accessDescriptions,
    .subjectInformationAccess: accessDescriptions,
    .qualifiedStatements: .list(of: .sequence([.required(.objectIdentifier), .optional(.any)])),
    .netscapeCertificateType: .bits(most: 2),
    .noRevocationCheck: .null,
  ]
}

extension OID {
  private static func certificateExtension(_ arc: UInt64) -> OID { OID(2, 5, 29, arc) }

  package static let subjectKeyIdentifier = certificateExtension(14)
  package static let keyUsage = certificateExtension(15)
  package static let privateKeyUsagePeriod = certificateExtension(16)
  package static let subjectAlternativeName = certificateExtension(17)
  package static let issuerAlternativeName = certificateExtension(18)
  package static let basicConstraints = certificateExtension(19)
  package static let nameConstraints = certificateExtension(30)
  package static let distributionPoints = certificateExtension(31)
  package static let certificatePolicies = certificateExtension(32)
  package static let policyMappings = certificateExtension(33)
  package static let authorityKeyIdentifier = certificateExtension(35)
  package static let policyConstraints = certificateExtension(36)
  package static let extendedKeyUsage = certificateExtension(37)
  package static let inhibitAnyPolicy = certificateExtension(54)
  package static let authorityInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 1)
  package static let qualifiedStatements = OID(1, 3, 6, 1, 5, 5, 7, 1, 3)
  package static let subjectInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 11)
  package static let noRevocationCheck = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 5)
  package static let netscapeCertificateType = OID(2, 16, 840, 1, 113730, 1, 1)
}
