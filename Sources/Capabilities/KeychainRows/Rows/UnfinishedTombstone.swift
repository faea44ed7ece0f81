// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// The content of a tombstone for an item that was deleted while its protection class was locked
/// (Specification/sync.md, "Seams", S7).
///
/// The metadata of the item could not be decrypted, so the tombstone keeps the sealed metadata. The
/// tombstone also keeps the old values of unencrypted columns that the deletion changed. These
/// values are needed to decrypt the metadata later.
package struct UnfinishedTombstone: Hashable {
  package let metadata: [UInt8]
  private let revision: Instant
  private let write: Int64
  private let keyEpoch: UInt32
  private let wasTombstone: Bool

  private static let columnsTag: UInt16 = 1
  private static let metadataTag: UInt16 = 2

  package init(_ row: SealedRow) {
    metadata = row.metadata
    revision = row.facts.revision
    write = row.facts.write
    keyEpoch = row.facts.keyEpoch
    wasTombstone = row.facts.isTombstone
  }

  /// Returns the content of the tombstone as bytes.
  ///
  /// The bytes encode the old column values (revision, write, epoch, tombstone flag) and the sealed
  /// metadata, as two entries of a `TaggedList`.
  package func encode() -> [UInt8] {
    let columns =
      Canonical.littleEndian(revision.microseconds) + Canonical.littleEndian(write)
      + Canonical.littleEndian(keyEpoch) + [wasTombstone ? 1 : 0]
    return TaggedList([
      TaggedList.Entry(tag: Self.columnsTag, bytes: columns),
      TaggedList.Entry(tag: Self.metadataTag, bytes: metadata),
    ]).encode()
  }

  /// Decodes the content of a tombstone from bytes that `encode` returned.
  ///
  /// Nil if the bytes are invalid.
  package init?(decoding bytes: Span<UInt8>) {
    guard let list = try? TaggedList(decoding: bytes), let columns = list[Self.columnsTag],
      columns.count == 21, let metadata = list[Self.metadataTag],
      let time: Int64 = Canonical.number(columns.span.extracting(0..<8)),
      let write: Int64 = Canonical.number(columns.span.extracting(8..<16)),
      let keyEpoch: UInt32 = Canonical.number(columns.span.extracting(16..<20))
    else { return nil }
    self.metadata = metadata
    revision = Instant(microseconds: time)
    self.write = write
    self.keyEpoch = keyEpoch
    wasTombstone = columns[20] == 1
  }

  /// Returns the unencrypted columns that the row had before the deletion.
  ///
  /// `tombstone` contains the unencrypted columns of the tombstone that replaced the row.
  package func facts(of tombstone: RowFacts) -> RowFacts {
    var facts = tombstone
    facts.form = .ordinary
    facts.revision = revision
    facts.write = write
    facts.keyEpoch = keyEpoch
    facts.isTombstone = wasTombstone
    return facts
  }
}
