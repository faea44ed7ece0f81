// SPDX-License-Identifier: Apache-2.0

/// The effects of a restore on the items of the backup and of the store (Specification/secitem.md,
/// "Importing a backup").
package struct RestoreReport: Hashable, Sendable {
  /// An item that the store no longer has after a restore, with the attributes by which a user
  /// recognises the item.
  package struct Gone: Hashable, Sendable {
    package let itemClass: ItemClass
    /// The label, the service or server, and the account of the item, as far as the item has these
    /// attributes.
    package let attributes: AttributeSet

    package init(_ itemClass: ItemClass, _ attributes: AttributeSet) {
      self.itemClass = itemClass
      self.attributes = attributes
    }
  }

  /// The maximum number of lost items that `goneItems` lists.
  package static let mostNamed = 20

  /// The number of items that the restore copied from the backup into the store.
  package var restored = 0
  /// The number of items of the backup that were not restored, because the store has an equal or a
  /// later version.
  package var keptHere = 0
  /// The number of items that were not restored, because they may not leave the device that made
  /// the backup.
  ///
  /// A class key of that device is needed to decrypt them, and this store does not have the class
  /// key. The store is on another device, or its class key was replaced since the backup.
  package var ofOtherDevice = 0
  /// The number of items that were not restored, because they cannot be decrypted or are not valid
  /// items.
  package var damaged = 0
  /// The number of items that were not restored, because no store may contain them.
  ///
  /// These are synchronizable items that are bound to a device.
  package var refused = 0
  /// The number of items and tombstones that the restore removed from the store, whether or not the
  /// backup brings them back.
  package var removed = 0
  /// The number of readable items that the restore removed and that the backup does not bring back.
  package var gone = 0
  /// The number of items in `gone` that no backup can contain, for each reason why a backup leaves
  /// them out.
  package var goneAsOmitted: [Backup.Omission: Int] = [:]
  /// The items that the store no longer has after the restore, sorted by class and then in the
  /// order in which they were added.
  ///
  /// Only the first `mostNamed` items are listed.
  package var goneItems: [Gone] = []
  /// The number of items that the backup set back to an earlier version, so that their later
  /// changes are lost.
  package var setBack = 0
  /// The number of restored items that the store already had in the same version.
  package var unchanged = 0
  /// True if the store has exactly the same items and versions after the restore as before.
  package var changesNothing: Bool { lost == 0 && restored == unchanged }
  /// The number of items that are gone, and of items whose later changes are lost.
  package var lost: Int { gone + setBack }
  /// The number of items of the store that the restore moved out of the reach of queries, because
  /// these items could not be decrypted.
  package var movedAside = 0
  /// True if the copy of the store from before an earlier restore could not be removed from the
  /// disk.
  ///
  /// `undoRestore` can no longer use that copy.
  package var keepsFormerCopy = false
  /// True if this restore kept a copy of the store, and the copy replaced the copy of an earlier
  /// restore.
  package var replacedCopy = false

  package init() {}
}
