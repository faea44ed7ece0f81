// SPDX-License-Identifier: Apache-2.0

/// The clear columns of a row: all that a stolen file shows of it beside digests and sizes.
///
/// Every field is bound by the associated data of both sealed parts (DESIGN section 7), so a row
/// with one of them changed does not open.
package struct RowFacts: Hashable, Sendable {
  /// How the sealed metadata is to be read.
  package enum Form: UInt8, Sendable {
    /// An item, or a finished tombstone, sealed under its protection class.
    case ordinary = 1
    /// A tombstone made while its class was locked: holds the old sealed metadata with what opens
    /// it, sealed under the always-available class (spec/sync.md S7).
    case unfinishedTombstone = 2
  }

  package var itemClass: ItemClass
  /// Travels between devices; unique per class (spec/sync.md S1).
  package var uuid: Identifier16
  /// Never travels; unique per store; what persistent references hold.
  package var persistentIdentifier: Identifier16
  /// Microseconds since 2001; strictly rising per slot (spec/sync.md S3).
  package var revision: Instant
  /// Strictly rising per store (spec/sync.md S6).
  package var write: Int64
  package var protection: Protection
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  package var form: Form
  /// Which generation of metadata and index keys made the row.
  package var keyEpoch: UInt32
  /// Digest of the whole primary key.
  package var slot: Digest
  /// Digest of the access group.
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

/// A keyed digest, 16 bytes: of an attribute's value, a group, or a whole primary key (a slot).
///
/// Made by the keybag's index key only; the store compares digests and learns nothing else.
package typealias Digest = Identifier16

/// The names of which a store has one row each (spec/sync.md S2).
package enum UniqueName: String, Sendable {
  case slot
  case persistentReference = "persistref"
  case uuid
  /// The row number or a write number was given out twice.
  case number
}
