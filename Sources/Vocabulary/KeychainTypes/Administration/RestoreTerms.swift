// SPDX-License-Identifier: Apache-2.0

/// The options of a restore: whether it merges, changes nothing or keeps a copy, and how many items
/// may be lost.
package struct RestoreTerms: Hashable, Sendable {
  /// True to merge: the store keeps its items, and the restore adds only items that the store lacks
  /// or has in an earlier version.
  package var isMerging = false
  /// True to change nothing in the store, and only to report what the restore would change.
  package var isRehearsal = false
  /// True to keep a copy of the store from before the restore, so that `undoRestore` can undo the
  /// restore.
  package var keepsCopy = false
  /// The maximum number of items that the restore may remove or set back to an older version; nil
  /// for no maximum.
  ///
  /// If more items would be lost, the restore fails and changes nothing.
  package var mostLost: Int?

  package init() {}
}
