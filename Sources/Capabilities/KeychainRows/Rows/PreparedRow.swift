// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

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

/// What names a row in its store and in the world.
package struct RowNames: Hashable, Sendable {
  /// Row number; 0 for a new row.
  package var number: Int64 = 0
  package var uuid: Identifier16
  package var persistentIdentifier: Identifier16
  package var write: Int64

  package init(
    number: Int64 = 0, uuid: Identifier16, persistentIdentifier: Identifier16, write: Int64
  ) {
    self.number = number
    self.uuid = uuid
    self.persistentIdentifier = persistentIdentifier
    self.write = write
  }
}

extension RowNames {
  /// The names of a new row with this write number.
  package static func fresh(
    write: Int64, from randomness: any RandomnessSource
  ) throws(KeychainError) -> RowNames {
    let drawn = try drawn(from: randomness)
    return RowNames(uuid: drawn.0, persistentIdentifier: drawn.1, write: write)
  }

  /// Two new identifiers.
  package static func drawn(
    from randomness: any RandomnessSource
  ) throws(KeychainError) -> (Identifier16, Identifier16) {
    do {
      let bytes = try randomness.bytes(count: 32)
      let halves = (bytes.span.extracting(..<16), bytes.span.extracting(16...))
      return (Identifier16(halves.0) ?? .zero, Identifier16(halves.1) ?? .zero)
    } catch {
      throw KeychainError(.internalError, "the system gives no random bytes")
    }
  }
}
