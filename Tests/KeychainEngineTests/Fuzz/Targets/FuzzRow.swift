// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Opens a sealed row of a store, with hostile clear columns and blobs, and with hostile content
/// that authenticates.
enum FuzzRow {
  private static let codec = Result {
    RowCodec(
      keybag: try UnlockedKeybag.generate(
        deviceKey: .generate(from: FuzzRandomness()), randomness: FuzzRandomness()))
  }

  static func run(_ bytes: [UInt8]) {
    guard let codec = try? codec.get() else { return }
    var input = FuzzBytes(bytes)
    let mode = input.byte()
    var row = SealedRow(facts: facts(&input), digests: [], metadata: [], secret: nil)
    row.id = 1
    guard let binding = row.binding else { return }
    switch mode % 3 {
    case 0:
      // The row as an attacker without the keys can write it.
      row.metadata = input.string()
      row.secret = Array(input.rest)
    case 1:
      // Content that authenticates: another version, or a fault in this library, could have sealed
      // it.
      guard
        let metadata = try? codec.keybag.sealer.sealMetadata(
          Array(input.rest).span, binding: binding)
      else { return }
      row.metadata = metadata
      row.secret = try? codec.keybag.sealer.sealSecret(
        SecretBytes(copying: [1, 2, 3]), binding: binding)
    default:
      // A tombstone that was made while its class was locked holds the old row.
      row.facts.form = .unfinishedTombstone
      guard let other = row.binding,
        let metadata = try? codec.keybag.sealer.sealMetadata(
          Array(input.rest).span, binding: other)
      else { return }
      row.metadata = metadata
    }
    use(row, codec)
  }

  /// Uses an opened row in every way that the verbs do.
  private static func use(_ row: SealedRow, _ codec: RowCodec) {
    guard case .item(let item) = codec.open(row) else { return }
    _ = item.returnedAttributes
    _ = item.group
    _ = item.accessControl
    let secret = try? codec.openSecret(of: item)
    let draft = ItemDraft(item, secret: secret ?? nil)
    _ = try? codec.digests(of: draft)
    _ = try? codec.slot(of: draft)
    _ = try? codec.itemDigest(of: draft)
    for row in draft.schema.rows {
      guard let value = item[row.attribute] else { continue }
      _ = Canonical.bytes(of: value, kind: row.kind)
    }
    _ = draft.tombstone(.deleted).metadata.encode(schema: draft.schema)
  }

  private static func facts(_ input: inout FuzzBytes) -> RowFacts {
    let classes = ItemClass.stored
    let protections = Protection.allCases
    return RowFacts(
      itemClass: classes[Int(input.byte()) % classes.count], uuid: Identifier16(high: 1, low: 2),
      persistentIdentifier: Identifier16(high: 3, low: 4),
      revision: Instant(microseconds: Int64(bitPattern: input.number())),
      write: Int64(input.byte()),
      protection: protections[Int(input.byte()) % protections.count],
      isSynchronizable: input.byte() & 1 == 1, isTombstone: input.byte() & 1 == 1,
      keyEpoch: UInt32(input.byte() % 3), slot: .zero, group: .zero)
  }
}
