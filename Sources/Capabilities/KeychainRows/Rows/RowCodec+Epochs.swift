// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainTypes

/// Names of rows that an older generation of keys made.
extension RowCodec {
  /// Whether all rows of the store are of one generation, so that a slot has one name.
  package var namesSlotsOnce: Bool { keybag.epochs.isSettled }

  /// The digest that a slot has in rows of a generation; nil for one that no row of the store has.
  package func slot(of draft: ItemDraft, epoch: UInt32) throws(KeychainError) -> Digest? {
    guard let keys = keybag.keys(of: epoch) else { return nil }
    let primaryKey = draft.primaryKey
    return try sealing { () throws(SealError) in
      try keys.digests.slotDigest(of: primaryKey.span, itemClass: draft.itemClass)
    }
  }

  /// The digest that the slot has in rows of the older generation; nil while there is none.
  package func olderSlot(of draft: ItemDraft) throws(KeychainError) -> Digest? {
    guard let epoch = keybag.epochs.older else { return nil }
    return try slot(of: draft, epoch: epoch)
  }

  /// Digests as `digests(of:)`, by the keys of a generation; nil for one that no row has.
  package func digests(of draft: ItemDraft, epoch: UInt32) throws(SealError) -> [Digest?]? {
    guard let keys = keybag.keys(of: epoch) else { return nil }
    return try digests(of: draft, by: keys.digests)
  }
}
