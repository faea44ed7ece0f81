// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// The content of a tombstone made while its class was locked: the old sealed metadata, and those
/// clear columns of the old row that the new one no longer shows (spec/sync.md S7).
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

  /// A tagged list: the columns (revision, write, epoch, tombstone flag) and the sealed metadata.
  package func encode() -> [UInt8] {
    let columns =
      Canonical.littleEndian(revision.microseconds) + Canonical.littleEndian(write)
      + Canonical.littleEndian(keyEpoch) + [wasTombstone ? 1 : 0]
    return TaggedList([
      TaggedList.Entry(tag: Self.columnsTag, bytes: columns),
      TaggedList.Entry(tag: Self.metadataTag, bytes: metadata),
    ]).encode()
  }

  /// nil for anything that `encode` would not have written.
  package init?(decoding bytes: Span<UInt8>) {
    guard let list = try? TaggedList(decoding: bytes), let columns = list[Self.columnsTag],
      columns.count == 21, let metadata = list[Self.metadataTag]
    else { return nil }
    func number(_ range: Range<Int>) -> UInt64 {
      columns[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.metadata = metadata
    revision = Instant(microseconds: Int64(bitPattern: number(0..<8)))
    write = Int64(bitPattern: number(8..<16))
    keyEpoch = UInt32(truncatingIfNeeded: number(16..<20))
    wasTombstone = columns[20] == 1
  }

  /// The clear columns that the old row had.
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
