// SPDX-License-Identifier: Apache-2.0 (table)

extension Schema {
  /// The schema of generic passwords (Specification/secitem.md, "Class-specific attributes",
  /// "Uniqueness tuples").
  // swift-format-ignore
  package static let genericPassword = Schema(
    .genericPassword,
    own: CommonAttributes.password + [
      AttributeRow(.service,            0x0201, .blob,   [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyText),
      AttributeRow(.generic,            0x0202, .blob,   [.digested, .sealed, .returned, .hashed, .synced]),
    ],
    primaryKey: [.account, .service])

  /// The schema of internet passwords (Specification/secitem.md, "Class-specific attributes",
  /// "Uniqueness tuples").
  // swift-format-ignore
  package static let internetPassword = Schema(
    .internetPassword,
    own: CommonAttributes.password + [
      AttributeRow(.securityDomain,     0x0301, .blob,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .emptyText),
      AttributeRow(.server,             0x0302, .blob,   [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyText),
      AttributeRow(.protocolCode,       0x0303, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
      AttributeRow(.authenticationType, 0x0304, .blob,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .emptyText),
      AttributeRow(.port,               0x0305, .number, [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .zero),
      AttributeRow(.path,               0x0306, .blob,   [.primaryKey, .digested, .sealed, .returned, .hashed, .required, .synced], .emptyText),
      AttributeRow(.extraNotes,         0x0307, .data,   [.secret, .cloudSynced, .restricted]),
      AttributeRow(.extraHistory,       0x0308, .data,   [.secret, .cloudSynced, .restricted]),
      AttributeRow(.extraClientDefined0, 0x0309, .data,  [.secret, .cloudSynced, .restricted]),
      AttributeRow(.extraClientDefined1, 0x030A, .data,  [.secret, .cloudSynced, .restricted]),
      AttributeRow(.extraClientDefined2, 0x030B, .data,  [.secret, .cloudSynced, .restricted]),
      AttributeRow(.extraClientDefined3, 0x030C, .data,  [.secret, .cloudSynced, .restricted]),
    ],
    primaryKey: [
      .account, .securityDomain, .server, .protocolCode, .authenticationType, .port, .path,
    ])
}
