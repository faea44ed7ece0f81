// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Everything in the clear of a row: the associated data of what is sealed in it.
///
/// A row whose sealed parts were swapped, copied, moved to another group, downgraded, edited or
/// mixed from two writes does not open, since one of these values differs.
package struct RowBinding: Hashable, Sendable {
  /// Which sealed part of a row; never reused.
  enum Part: UInt8 {
    case metadata = 1
    case secret = 2
    case itemKey = 3
  }

  private static let version: UInt8 = 1

  package var identifier: Identifier16
  package var persistentReference: Identifier16
  package var revision: Instant
  package var itemClass: ItemClass
  package var protection: Protection
  /// The digest of the access group.
  package var groupDigest: Identifier16
  /// The digest of the whole primary key.
  package var slotDigest: Identifier16
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// The row's format and state, as the column `form` says.
  package var form: UInt32
  package var keyEpoch: UInt32
  package var writeNumber: Int64

  /// The values of a row.
  package init(
    identifier: Identifier16, persistentReference: Identifier16, revision: Instant,
    itemClass: ItemClass, protection: Protection, groupDigest: Identifier16,
    slotDigest: Identifier16, isSynchronizable: Bool, isTombstone: Bool, form: UInt32,
    keyEpoch: UInt32, writeNumber: Int64
  ) {
    self.identifier = identifier
    self.persistentReference = persistentReference
    self.revision = revision
    self.itemClass = itemClass
    self.protection = protection
    self.groupDigest = groupDigest
    self.slotDigest = slotDigest
    self.isSynchronizable = isSynchronizable
    self.isTombstone = isTombstone
    self.form = form
    self.keyEpoch = keyEpoch
    self.writeNumber = writeNumber
  }

  /// The protection whose metadata key seals the row's metadata.
  ///
  /// A tombstone made while its class was locked is sealed under the class that is always there,
  /// until it can be finished (spec/sync.md S7).
  var metadataProtection: Protection {
    form == UInt32(RowFacts.Form.unfinishedTombstone.rawValue) ? .always : protection
  }

  /// The bytes, always as many (Documentation/Formats/sealing.md); without an allocation, since
  /// every row that is read needs them.
  func encode(_ part: Part) -> InlineArray<96, UInt8> {
    let head: InlineArray<8, UInt8> = [
      Self.version, part.rawValue, Wrapped<KeyRole.Item>.scheme, itemClass.number,
      protection.rawValue, isSynchronizable ? 1 : 0, isTombstone ? 1 : 0, 0,
    ]
    let words: InlineArray<12, UInt64> = [
      unsafe unsafeBitCast(head, to: UInt64.self),
      (UInt64(form) | UInt64(keyEpoch) << 32).littleEndian,
      UInt64(bitPattern: writeNumber).littleEndian,
      UInt64(bitPattern: revision.microseconds).littleEndian,
      identifier.high.bigEndian, identifier.low.bigEndian,
      persistentReference.high.bigEndian, persistentReference.low.bigEndian,
      groupDigest.high.bigEndian, groupDigest.low.bigEndian,
      slotDigest.high.bigEndian, slotDigest.low.bigEndian,
    ]
    return unsafe unsafeBitCast(words, to: InlineArray<96, UInt8>.self)
  }
}
