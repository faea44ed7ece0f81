// SPDX-License-Identifier: Apache-2.0

/// The properties that the schema of a class gives to an attribute (Specification/secitem.md,
/// "Schema flags").
///
/// Some properties have a letter in the table of that heading; the other properties are Latchkey's
/// own.
package struct AttributeRoles: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// True if this set contains all of the roles in `roles`.
  ///
  /// The general implementation in `SetAlgebra` would cost three function calls in other targets,
  /// so this type has a separate implementation.
  package func contains(_ roles: AttributeRoles) -> Bool {
    rawValue & roles.rawValue == roles.rawValue
  }

  /// The attribute is part of the primary key.
  ///
  /// The specification marks these attributes with the letter P.
  package static let primaryKey = AttributeRoles(rawValue: 1 << 0)
  /// The row has a column with a keyed digest of the attribute's value.
  ///
  /// If no row matches a query, the digests show this without a class key.
  package static let digested = AttributeRoles(rawValue: 1 << 1)
  /// The table has an index whose first column is the digest of the attribute's value
  /// (Specification/design.md, "Keys and rows").
  package static let indexed = AttributeRoles(rawValue: 1 << 2)
  /// The value is stored in the sealed (encrypted) metadata of the row.
  ///
  /// The specification marks these attributes with the letter C or U.
  package static let sealed = AttributeRoles(rawValue: 1 << 3)
  /// The value is stored in an unencrypted column of the row.
  ///
  /// These are the attributes `pdmn` (protection), `sync` (synchronizable) and `tomb` (tombstone).
  ///
  /// The value is associated data of the encrypted parts of the row, so these parts cannot be
  /// decrypted after a change of the value.
  package static let clear = AttributeRoles(rawValue: 1 << 4)
  /// `SecItemAdd` returns the attribute, and so does a search with `kSecReturnAttributes`.
  ///
  /// The specification marks these attributes with the letter A.
  package static let returned = AttributeRoles(rawValue: 1 << 5)
  /// The value is stored together with the item's secret, not with the metadata.
  ///
  /// The specification marks these attributes with the letter D.
  package static let secret = AttributeRoles(rawValue: 1 << 6)
  /// The value is part of the data from which the item digest `sha1` is computed.
  ///
  /// The specification marks these attributes with the letter H.
  package static let hashed = AttributeRoles(rawValue: 1 << 7)
  /// The attribute always has a value: Add stores the default value if the caller gives no value.
  ///
  /// The specification marks these attributes with the letter N.
  package static let required = AttributeRoles(rawValue: 1 << 8)
  /// The attribute is copied when the item is synchronized between devices.
  ///
  /// The specification marks these attributes with the letter Y.
  package static let synced = AttributeRoles(rawValue: 1 << 9)
  /// The attribute is copied only when the item is synchronized through a cloud store.
  ///
  /// The specification marks these attributes with the letter X.
  package static let cloudSynced = AttributeRoles(rawValue: 1 << 10)
  /// A program needs a private entitlement to set the attribute; without it, the call fails with
  /// -34018 (Specification/secitem.md, "Other Add rules").
  package static let restricted = AttributeRoles(rawValue: 1 << 11)
  /// The engine sets the value; a value that the caller gives is ignored.
  package static let assigned = AttributeRoles(rawValue: 1 << 12)
  /// The attribute is left out of every dictionary that is returned to a caller.
  ///
  /// An example is `UUID` (Specification/secitem.md, "Attributes returned by CopyMatching for
  /// values never set", "Result shape by return keys").
  package static let hidden = AttributeRoles(rawValue: 1 << 13)
}
