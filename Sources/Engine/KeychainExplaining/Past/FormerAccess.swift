// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The access groups of an application in the past, and the groups of other programs, with the
/// items that the application cannot see now.
///
/// Specification/diagnostics.md, "Lost items: from symptom to moved items".
package struct FormerAccess: Hashable, Sendable {
  /// An access group that the caller does not have now, with its items that match the query.
  ///
  /// The group may be the identifier of another program without entitlements.
  package struct Place: Hashable, Sendable {
    package let group: String
    /// The first items in the group that match the query and that the group's program made.
    ///
    /// The group's program is the caller if the caller has lost this group. Otherwise this program
    /// is another program, and the group is named by its identifier. `count` is the number of all
    /// items of the class that the group's program made in the group, as far as the rows were read.
    package let items: [ItemFact]
    package let count: Int
    /// The last known executable file of the program whose identifier is the name of this group.
    ///
    /// Nil if the file is not known. Also nil for a group that the caller itself has lost.
    package var executable: String?
    /// True if the file at `executable` does not exist any more.
    ///
    /// The caller may then be the program of that file under a new name. False if `executable` is
    /// nil, or if that program was still in use after the caller was first seen.
    package var isGone = false
    /// True if at least one of the program's items in the group is synchronizable.
    package var hasSynchronizable = false
    /// Items in the caller's main group that already have the primary key of an item in this former
    /// group.
    ///
    /// The main group is the caller's first group to which it can add items. While the items in the
    /// main group exist, the item in the former group cannot be moved there.
    package var taken: [ItemFact] = []

    package init(group: String, items: [ItemFact], count: Int) {
      self.group = group
      self.items = items
      self.count = count
    }
  }

  /// The application history of the caller, or nil if no history is kept.
  package var history: ApplicationHistory?
  /// The access groups that the program has lost, with the items that the program made in them.
  package var lost: [Place] = []
  /// The groups of other programs without entitlements, each with the program's items that match
  /// the query.
  ///
  /// The group of a program without entitlements is named by the identifier of the program. Empty
  /// if the caller has entitlements.
  package var others: [Place] = []
  /// A successful search of an earlier process of the program, with fewer conditions than the
  /// present search.
  ///
  /// Nil if no search of this kind is recorded.
  package var search: EarlierSearch?
  /// The recorded events in which items were lost with their keys, oldest first.
  ///
  /// An example is the removal of the passcode.
  package var events: [KeyEvent] = []

  package init() {}
}

/// The number of items that a program made before it was removed and installed again.
///
/// `since` is the time at which the program was installed again, and `count` is the number of
/// items.
package struct FormerInstallation: Hashable, Sendable {
  package let since: Instant
  package let count: Int

  package init(since: Instant, count: Int) {
    self.since = since
    self.count = count
  }
}
