// SPDX-License-Identifier: Apache-2.0

/// The unencrypted columns of a row of the store.
///
/// A thief of the file sees only these columns, the digests of attributes, and the sizes of the
/// encrypted parts. Each of these columns is associated data of both encrypted parts of the row
/// (Specification/design.md, "Keys and rows"). A row with a changed column can therefore not be
/// decrypted.
package struct RowFacts: Hashable, Sendable {
  /// The form of the row's sealed metadata (attributes, access control, creator), which decides how
  /// the metadata are read.
  package enum Form: UInt8, Sendable {
    /// The row is an item, or any tombstone except an `unfinishedTombstone`; it is sealed with the
    /// class key of its protection.
    case ordinary = 1
    /// The row is a tombstone (the remains of a deleted item) that was made while the class key of
    /// the item was locked.
    ///
    /// The metadata of the tombstone are sealed under the protection class that is always
    /// available. The sealed metadata of the item are inside them, and an unlock makes these
    /// readable (Specification/sync.md, "Seams", S7).
    case unfinishedTombstone = 2
  }

  package var itemClass: ItemClass
  /// The identifier of the item on all devices between which it is synchronized; unique in its
  /// class (Specification/sync.md, "Seams", S1).
  package var uuid: Identifier16
  /// The identifier of the row in persistent references; unique in the store.
  ///
  /// This identifier is stored on this device only.
  package var persistentIdentifier: Identifier16
  /// The revision of the item: the time of its last edit in microseconds since 2001
  /// (Specification/sync.md, "Seams", S3).
  ///
  /// A later revision of an item with the same primary key (slot) is always higher.
  package var revision: Instant
  /// The write number: the number of the write operation that stored the row
  /// (Specification/sync.md, "Seams", S6).
  ///
  /// Each write to a store has a higher number than the write before.
  package var write: Int64
  package var protection: Protection
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  package var form: Form
  /// The generation of the keys with which the row was sealed: the metadata key, and the index key
  /// (the key for digests).
  package var keyEpoch: UInt32
  /// The digest of the item's whole primary key.
  package var slot: Digest
  /// The digest of the item's access group.
  package var group: Digest

  package init(
    itemClass: ItemClass, uuid: Identifier16, persistentIdentifier: Identifier16,
    revision: Instant, write: Int64, protection: Protection, isSynchronizable: Bool,
    isTombstone: Bool, form: Form = .ordinary, keyEpoch: UInt32, slot: Digest, group: Digest
  ) {
    self.itemClass = itemClass
    self.uuid = uuid
    self.persistentIdentifier = persistentIdentifier
    self.revision = revision
    self.write = write
    self.protection = protection
    self.isSynchronizable = isSynchronizable
    self.isTombstone = isTombstone
    self.form = form
    self.keyEpoch = keyEpoch
    self.slot = slot
    self.group = group
  }
}

/// A keyed digest of 16 bytes, of an attribute's value, of an access group, or of a whole primary
/// key (a slot).
///
/// The keybag has the key for digests, the index key. The store compares digests and learns nothing
/// else from them.
package typealias Digest = Identifier16

/// The columns in which no two rows of a store may have the same value (Specification/sync.md,
/// "Seams", S2).
package enum UniqueName: String, Sendable {
  case slot
  case persistentReference = "persistref"
  case uuid
  /// The number of a row or of a write; a violation means that a number was given to two rows or
  /// writes.
  case number
}
