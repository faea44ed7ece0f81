// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

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

/// The time of a write, from which the dates of the item are set (Specification/sync.md, "Seams",
/// S3).
package struct RevisionStamp: Hashable, Sendable {
  package let revision: Instant
  /// True if the write creates the item, so that the creation date is set as well.
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

/// The identifiers of a row: its row number, its write number, and two random identifiers.
package struct RowNames: Hashable, Sendable {
  /// The row number, or 0 if the row is new and has no number yet.
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
  /// Returns the identifiers of a new row: the given write number, a random UUID and a random
  /// persistent identifier.
  package static func fresh(
    write: Int64, from randomness: any RandomnessSource
  ) throws(KeychainError) -> RowNames {
    let drawn = try drawn(from: randomness)
    return RowNames(uuid: drawn.0, persistentIdentifier: drawn.1, write: write)
  }

  /// Returns a new UUID and a new persistent identifier, both random.
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
