// SPDX-License-Identifier: Apache-2.0

/// What a restore did with the items of a backup and of the store (spec/secitem.md 14.2).
package struct RestoreReport: Hashable, Sendable {
  /// An item that is gone, with the attributes that name it for a person.
  package struct Gone: Hashable, Sendable {
    package let itemClass: ItemClass
    /// Label, service or server, and account, as far as it has them.
    package let attributes: AttributeSet

    package init(_ itemClass: ItemClass, _ attributes: AttributeSet) {
      self.itemClass = itemClass
      self.attributes = attributes
    }
  }

  /// The most items in `goneItems`.
  package static let mostNamed = 20

  /// Items that came from the backup.
  package var restored = 0
  /// Items of which the store has a later version, or the same.
  package var keptHere = 0
  /// Items of this device only, which another device made.
  package var ofOtherDevice = 0
  /// Items that do not open, or are none.
  package var damaged = 0
  /// Items that may not be stored as they are: synchronizable ones that are bound to a device.
  package var refused = 0
  /// Items that the store had before and that are gone.
  package var removed = 0
  /// Of these, the ones that opened and that the backup does not bring back.
  package var gone = 0
  /// Of these, the ones that no backup would hold.
  package var goneAsOmitted: [Backup.Omission: Int] = [:]
  /// The first items that are gone, by class and then as they were added.
  package var goneItems: [Gone] = []
  /// Items that the store had with later changes than the backup, and has without them now.
  package var setBack = 0
  /// Items that the store had in the version of the backup.
  package var unchanged = 0
  /// Whether the store has what it had before, and nothing else.
  package var changesNothing: Bool { lost == 0 && restored == unchanged }
  /// Items that are gone, or that have lost their later changes.
  package var lost: Int { gone + setBack }
  /// Items of the store that did not open and were moved aside.
  package var movedAside = 0
  /// Whether a copy of an earlier restore is still there, which nothing brings back any more.
  package var keepsFormerCopy = false
  /// Whether a copy of an earlier restore has given way to that of this one.
  package var replacedCopy = false

  package init() {}
}
