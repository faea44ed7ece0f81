// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainTypes

/// Computes slots (digests of primary keys) and other digests with an older generation of keys.
extension RowCodec {
  /// True if all rows of the store have the same generation of keys, so that a primary key has only
  /// one digest.
  package var namesSlotsOnce: Bool { keybag.epochs.isSettled }

  /// Returns the slot of an item (the digest of its primary key), made with the given generation of
  /// keys.
  ///
  /// Nil if no row of the store has this generation.
  ///
  /// - Parameters:
  ///   - draft: The unencrypted content of the item.
  ///   - epoch: The number of the generation of keys.
  package func slot(of draft: ItemDraft, epoch: UInt32) throws(KeychainError) -> Digest? {
    guard let keys = keybag.keys(of: epoch) else { return nil }
    let primaryKey = draft.primaryKey
    return try sealing { () throws(SealError) in
      try keys.digests.slotDigest(of: primaryKey.span, itemClass: draft.itemClass)
    }
  }

  /// Returns the slot of an item (the digest of its primary key), made with the older generation of
  /// keys.
  ///
  /// Nil if all rows of the store have the current generation.
  ///
  /// - Parameter draft: The unencrypted content of the item.
  package func olderSlot(of draft: ItemDraft) throws(KeychainError) -> Digest? {
    guard let epoch = keybag.epochs.older else { return nil }
    return try slot(of: draft, epoch: epoch)
  }

  /// Returns the digests of an item's attributes, made with the given generation of keys.
  ///
  /// Nil if no row of the store has this generation.
  ///
  /// - Parameters:
  ///   - draft: The unencrypted content of the item.
  ///   - epoch: The number of the generation of keys.
  package func digests(of draft: ItemDraft, epoch: UInt32) throws(SealError) -> [Digest?]? {
    guard let keys = keybag.keys(of: epoch) else { return nil }
    return try digests(of: draft, by: keys.digests)
  }
}
