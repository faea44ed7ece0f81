// SPDX-License-Identifier: Apache-2.0

/// What the schema says about an attribute (spec/secitem.md 2.1; ours where noted).
package struct AttributeRoles: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether the set has all of these roles.
  ///
  /// The general way of `SetAlgebra` costs other targets three calls.
  package func contains(_ roles: AttributeRoles) -> Bool {
    rawValue & roles.rawValue == roles.rawValue
  }

  /// P: part of the primary key.
  package static let primaryKey = AttributeRoles(rawValue: 1 << 0)
  /// Ours: the row carries a keyed digest, so a query can say "not found" without a class key.
  package static let digested = AttributeRoles(rawValue: 1 << 1)
  /// Ours: the digest leads an index (DESIGN section 7).
  package static let indexed = AttributeRoles(rawValue: 1 << 2)
  /// C, U: kept in the sealed metadata.
  package static let sealed = AttributeRoles(rawValue: 1 << 3)
  /// Ours: a clear column of the row, bound by the associated data (`pdmn`, `sync`, `tomb`).
  package static let clear = AttributeRoles(rawValue: 1 << 4)
  /// A: returned by Add and shown in attribute lists.
  package static let returned = AttributeRoles(rawValue: 1 << 5)
  /// D: kept with the secret.
  package static let secret = AttributeRoles(rawValue: 1 << 6)
  /// H: covered by the item digest `sha1`.
  package static let hashed = AttributeRoles(rawValue: 1 << 7)
  /// N: never absent; Add fills in the default.
  package static let required = AttributeRoles(rawValue: 1 << 8)
  /// Y: travels between devices.
  package static let synced = AttributeRoles(rawValue: 1 << 9)
  /// X: travels through a cloud store only.
  package static let cloudSynced = AttributeRoles(rawValue: 1 << 10)
  /// Needs a private entitlement to set (spec/secitem.md 5.8): -34018 without it.
  package static let restricted = AttributeRoles(rawValue: 1 << 11)
  /// Assigned by the engine: what a caller gives for it is not stored.
  package static let assigned = AttributeRoles(rawValue: 1 << 12)
  /// Left out of every dictionary that goes out (`UUID`: spec/secitem.md 2.7, 4.3).
  package static let hidden = AttributeRoles(rawValue: 1 << 13)
}
