// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A row but for its names and its sealing: what can be made before a write transaction begins, so
/// that no other writer waits for it.
///
/// A class, since it has many parts and each hand that it passes through would copy them.
package final class PreparedRow: Sendable {
  /// With its dates and its item digest.
  package let draft: ItemDraft
  package let stamp: RevisionStamp
  /// The epoch of the keys that made the digests.
  package let epoch: UInt32
  package let slot: Digest
  package let group: Digest
  /// In the order of `Schema.digested`.
  package let digests: [Digest?]
  /// The content of the sealed metadata.
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

  /// The clear columns.
  package func facts(_ names: RowNames) -> RowFacts {
    RowFacts(
      itemClass: draft.itemClass, uuid: names.uuid,
      persistentIdentifier: names.persistentIdentifier, revision: stamp.revision,
      write: names.write, protection: draft.protection,
      isSynchronizable: draft.isSynchronizable, isTombstone: draft.isTombstone, keyEpoch: epoch,
      slot: slot, group: group)
  }
}

/// The revision of a write with the dates that follow from it (spec/sync.md S3).
package struct RevisionStamp: Hashable, Sendable {
  package let revision: Instant
  /// Whether the item begins with this write.
  package let isNew: Bool

  package init(_ revision: Instant, isNew: Bool) {
    self.revision = revision
    self.isNew = isNew
  }

  package func set(in draft: inout ItemDraft) {
    draft.attributes[.modificationDate] = .date(revision)
    if isNew { draft.attributes[.creationDate] = .date(revision) }
  }
}
