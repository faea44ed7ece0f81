// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The unsealed values of a row, which are the associated data of its sealed parts.
///
/// A row does not open if its sealed parts were exchanged or copied from another row or another
/// write. A row whose values were changed, for example its access group, does not open either.
package struct RowBinding: Hashable, Sendable {
  /// The sealed part of a row for which associated data is made.
  ///
  /// A raw value is never reused, because it is in the associated data.
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
  /// The digest of the row's access group.
  package var groupDigest: Identifier16
  /// The digest of the row's complete primary key, which only one row of a class can have.
  package var slotDigest: Identifier16
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// The value of the row's database column `form`: the number of a `RowFacts.Form`.
  ///
  /// The value says whether the row is an unfinished tombstone: the remains of an item that was
  /// deleted while its class key was locked.
  package var form: UInt32
  package var keyEpoch: UInt32
  package var writeNumber: Int64

  /// Makes the binding of a row from its unsealed values.
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
  /// A tombstone may be made while the class key of the deleted item is locked. The tombstone's
  /// metadata is then sealed under the protection that is always available, until it can be
  /// finished (Specification/sync.md, "Seams", S7).
  var metadataProtection: Protection {
    form == UInt32(RowFacts.Form.unfinishedTombstone.rawValue) ? .always : protection
  }

  /// Returns the associated data of a sealed part, always 96 bytes
  /// (Documentation/Formats/sealing.md).
  ///
  /// The function allocates no memory, since every row that is read needs these bytes.
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
