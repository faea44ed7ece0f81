// SPDX-License-Identifier: Apache-2.0 (table)

extension Schema {
  /// The schema of certificates (Specification/secitem.md, "Class-specific attributes", "Uniqueness
  /// tuples").
  package static let certificate = Schema(
    .certificate,
    own: certificateRows,
    primaryKey: [.certificateType, .issuer, .serialNumber])

  /// The schema of keys (Specification/secitem.md, "Class-specific attributes", "Uniqueness
  /// tuples").
  package static let key = Schema(
    .key,
    own: keyRows,
    primaryKey: [
      .keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits,
      .effectiveKeySize, .startDate, .endDate,
    ])

  /// The schema of identities, with the attributes of keys and of certificates.
  ///
  /// An identity is the virtual join of a certificate and its private key
  /// (Specification/secitem.md, "Identities").
  package static let identity = Schema(
    .identity, own: keyRows + certificateRows.filter { $0.attribute != .alias }, primaryKey: [])

  // swift-format-ignore
  private static let certificateRows: [AttributeRow] = [
    AttributeRow(.alias,                0x0103, .blob,   [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.certificateType,      0x0401, .number, [.primaryKey, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.issuer,               0x0402, .data,   [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyBytes),
    AttributeRow(.serialNumber,         0x0403, .data,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .emptyBytes),
    AttributeRow(.subject,              0x0404, .data,   [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.subjectKeyIdentifier, 0x0405, .data,   [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.publicKeyHash,        0x0406, .data,   [.digested, .indexed, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.certificateEncoding,  0x0407, .number, [.sealed, .returned, .hashed, .synced]),
  ]

  // swift-format-ignore
  private static let keyRows: [AttributeRow] = [
    AttributeRow(.alias,                0x0103, .blob,   [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.keyClass,             0x0501, .number, [.primaryKey, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.applicationLabel,     0x0502, .data,   [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyBytes),
    AttributeRow(.applicationTag,       0x0503, .blob,   [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyText),
    AttributeRow(.creator,              0x0504, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.type,                 0x0505, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.keySizeInBits,        0x0506, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.effectiveKeySize,     0x0507, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
    AttributeRow(.startDate,            0x0508, .date,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .referenceDate),
    AttributeRow(.endDate,              0x0509, .date,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .referenceDate),
    AttributeRow(.isPermanent,          0x050A, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.isPrivate,            0x050B, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.isModifiable,         0x050C, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.isSensitive,          0x050D, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.wasAlwaysSensitive,   0x050E, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.isExtractable,        0x050F, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.wasNeverExtractable,  0x0510, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canEncrypt,           0x0511, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canDecrypt,           0x0512, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canDerive,            0x0513, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canSign,              0x0514, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canVerify,            0x0515, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canSignRecover,       0x0516, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canVerifyRecover,     0x0517, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canWrap,              0x0518, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.canUnwrap,            0x0519, .number, [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.tokenObject,          0x051A, .data,   [.sealed, .assigned, .hidden]),
  ]
}
