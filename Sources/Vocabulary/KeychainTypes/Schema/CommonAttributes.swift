// SPDX-License-Identifier: Apache-2.0 (table)

/// The attributes that all stored classes share (Specification/secitem.md, "Attributes common to
/// genp, inet, cert, keys").
enum CommonAttributes {
  /// The attributes with which the primary key of every class ends (Specification/secitem.md,
  /// "Uniqueness tuples").
  static let primaryKeyTail: [Attribute] = [
    .accessGroup, .synchronizable, .viewHint, .tokenIdentifier, .multiUser, .sharingGroup,
  ]

  // Columns: attribute, tag, kind, roles, default.
  // swift-format-ignore
  static let rows: [AttributeRow] = [
    AttributeRow(.accessGroup,                0x0001, .string,        [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced]),
    AttributeRow(.protection,                 0x0002, .access,        [.clear, .returned, .hashed, .synced]),
    AttributeRow(.accessControl,              0x0003, .accessControl, [.returned]),
    AttributeRow(.synchronizable,             0x0004, .sync,          [.primaryKey, .clear, .returned, .hashed, .required], .zero),
    AttributeRow(.tombstone,                  0x0005, .tomb,          [.clear, .hashed, .required, .synced], .zero),
    AttributeRow(.creationDate,               0x0006, .date,          [.digested, .sealed, .returned, .hashed, .synced, .assigned]),
    AttributeRow(.modificationDate,           0x0007, .date,          [.digested, .sealed, .returned, .hashed, .synced, .assigned]),
    AttributeRow(.label,                      0x0008, .blob,          [.digested, .indexed, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.digest,                     0x0009, .sha1,          [.digested, .sealed, .returned, .synced, .assigned]),
    AttributeRow(.viewHint,                   0x000A, .string,        [.primaryKey, .digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.tokenIdentifier,            0x000B, .string,        [.primaryKey, .digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.multiUser,                  0x000C, .uuid,          [.primaryKey, .sealed, .required, .synced], .emptyBytes),
    AttributeRow(.sharingGroup,               0x000D, .string,        [.primaryKey, .digested, .sealed, .returned, .hashed]),
    AttributeRow(.uuid,                       0x000E, .string,        [.clear, .assigned, .hidden]),
    AttributeRow(.systemBound,                0x000F, .number,        [.sealed, .returned, .hashed, .restricted]),
    AttributeRow(.plaintextServiceIdentifier, 0x0010, .number,        [.sealed, .returned, .hashed, .synced, .restricted]),
    AttributeRow(.plaintextPublicKey,         0x0011, .blob,          [.sealed, .returned, .hashed, .synced, .restricted]),
    AttributeRow(.plaintextPublicIdentity,    0x0012, .blob,          [.sealed, .returned, .hashed, .synced, .restricted]),
    AttributeRow(.appClip,                    0x0013, .refused,       [.hidden]),
    AttributeRow(.envelope,                   0x0014, .refused,       [.hidden]),
    AttributeRow(.primaryKeyDigest,           0x0015, .refused,       [.hidden]),
  ]

  /// The attributes that both password classes have beyond the attributes of all classes
  /// (Specification/secitem.md, "Class-specific attributes").
  // swift-format-ignore
  static let password: [AttributeRow] = [
    AttributeRow(.itemDescription,            0x0101, .blob,          [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.comment,                    0x0102, .blob,          [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.alias,                      0x0103, .blob,          [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.protectionDomain,           0x0104, .blob,          [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.creator,                    0x0105, .number,        [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.type,                       0x0106, .number,        [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.scriptCode,                 0x0107, .number,        [.digested, .sealed, .returned, .hashed, .synced]),
    AttributeRow(.isInvisible,                0x0108, .number,        [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.isNegative,                 0x0109, .number,        [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.hasCustomIcon,              0x010A, .number,        [.sealed, .returned, .hashed, .synced]),
    AttributeRow(.account,                    0x010B, .blob,          [.primaryKey, .digested, .indexed, .sealed, .returned, .hashed, .required, .synced], .emptyText),
  ]
}
