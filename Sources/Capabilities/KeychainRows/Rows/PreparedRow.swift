// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The parts of a row that are computed before a write transaction begins, so that other writers
/// need not wait.
///
/// The row is not sealed yet, and its identifiers and write number are still missing. The type is a
/// class, because passing a structure on would copy its many parts each time.
package final class PreparedRow: Sendable {
  /// The unencrypted content of the row, including its dates and its item digest (the attribute
  /// `sha1`).
  package let draft: ItemDraft
  package let stamp: RevisionStamp
  /// The generation of keys with which the digests of the row were made.
  package let epoch: UInt32
  package let slot: Digest
  package let group: Digest
  /// The digests of the row's attributes, in the order of `Schema.digested`.
  ///
  /// A digest is nil if the item does not have the attribute.
  package let digests: [Digest?]
  /// The encoded metadata of the item, not encrypted yet.
  package let metadata: [UInt8]

  init(
    draft: ItemDraft, stamp: RevisionStamp, epoch: UInt32, slot: Digest, group: Digest,
    digests: [Digest?], metadata: [UInt8]
  ) {
    self.draft = draft
    self.stamp = stamp
    self.epoch = epoch
    self.slot = slot
    self.group = group
    self.digests = digests
    self.metadata = metadata
  }

  /// Returns the values of the unencrypted columns for a row with the given identifiers and write
  /// number.
  package func facts(_ names: RowNames) -> RowFacts {
    RowFacts(
      itemClass: draft.itemClass, uuid: names.uuid,
      persistentIdentifier: names.persistentIdentifier, revision: stamp.revision,
      write: names.write, protection: draft.protection,
      isSynchronizable: draft.isSynchronizable, isTombstone: draft.isTombstone, keyEpoch: epoch,
      slot: slot, group: group)
  }
}
