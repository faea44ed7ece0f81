// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// The existing item whose primary key prevented a call from storing another item.
///
/// Specification/diagnostics.md, "Facts of a call", F9.
package struct CollisionFact: Hashable, Sendable {
  package let occupant: ItemFact
  /// All attributes of the item that the call wanted to store, defaults included.
  package let wanted: AttributeSet
  package let wantedProtection: Protection
  package let isSynchronizable: Bool
  /// The number of the change of the store that added the existing item.
  ///
  /// Nil if the change history does not have that change any more, or if the change was not looked
  /// up.
  package var addedAt: Int64?
  /// Items with the names of the wanted item, but in another group or with another sync flag
  /// (`kSecAttrSynchronizable`).
  ///
  /// Names are attributes like service and account. All of these items are in the caller's groups.
  package var elsewhere: [ItemFact] = []
  /// True if the options by which a command names the existing item select other items too.
  package var isShared = false

  package init(
    occupant: ItemFact, wanted: AttributeSet, wantedProtection: Protection, isSynchronizable: Bool
  ) {
    self.occupant = occupant
    self.wanted = wanted
    self.wantedProtection = wantedProtection
    self.isSynchronizable = isSynchronizable
  }
}
