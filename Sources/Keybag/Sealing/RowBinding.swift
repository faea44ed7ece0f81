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
    var bytes = InlineArray<96, UInt8>(repeating: 0)
    var place = 0
    func put<Number: FixedWidthInteger>(_ number: Number) {
      for step in 0..<Number.bitWidth / 8 {
        bytes[place] = UInt8(truncatingIfNeeded: number >> Number(step * 8))
        place += 1
      }
    }
    func put(_ identifier: Identifier16) {
      put(identifier.high.byteSwapped)
      put(identifier.low.byteSwapped)
    }
    put(Self.version)
    put(part.rawValue)
    put(Wrapped<KeyRole.Item>.scheme)
    put(itemClass.number)
    put(protection.rawValue)
    put(UInt8(isSynchronizable ? 1 : 0))
    put(UInt8(isTombstone ? 1 : 0))
    put(UInt8(0))
    put(form)
    put(keyEpoch)
    put(writeNumber)
    put(revision.microseconds)
    put(identifier)
    put(persistentReference)
    put(groupDigest)
    put(slotDigest)
    return bytes
  }
}
