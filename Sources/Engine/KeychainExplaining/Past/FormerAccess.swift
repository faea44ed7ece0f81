// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What an application had before, with the items that are there and that it cannot see now
/// (spec/diagnostics.md 6.4).
package struct FormerAccess: Hashable, Sendable {
  /// A group, or an identity, of before with what of it the query means.
  package struct Place: Hashable, Sendable {
    package let group: String
    /// The first of them.
    package let items: [ItemFact]
    package let count: Int
    /// The file of the program whose identity it is, as it was seen last.
    package var executable: String?
    /// Whether the program's file is known but gone: the program may have another name now.
    package var isGone = false
    /// Whether any of them is synchronizable.
    package var hasSynchronizable = false
    /// Items with the key of one of them in the group where they are to go.
    package var taken: [ItemFact] = []

    package init(group: String, items: [ItemFact], count: Int) {
      self.group = group
      self.items = items
      self.count = count
    }
  }

  /// Nil where no history is kept.
  package var history: ApplicationHistory?
  /// Groups that it has no more, with items that it made itself.
  package var lost: [Place] = []
  /// Other programs without entitlements, with items that the query means.
  package var others: [Place] = []
  /// A search of an earlier process that worked.
  package var search: EarlierSearch?
  /// What happened to the store's keys, the oldest first.
  package var events: [KeyEvent] = []

  package init() {}
}

/// A service that remembers the applications that used it (spec/diagnostics.md 9).
package protocol Remembering {
  /// What is remembered of the caller; nil where nothing is.
  func ownHistory() throws(KeychainError) -> ApplicationHistory?

  /// What is remembered of all applications, those seen longest ago first; for the store's owner.
  func histories() throws(KeychainError) -> [ApplicationHistory]

  /// What the caller made in groups that it had and has no more, and what other programs without
  /// entitlements made, where it has none itself; class by class.
  func leftBehind() throws(KeychainError) -> FormerAccess

  /// What a program made, of what the caller sees; what is locked tells no maker and is left out.
  func items(madeBy identifier: String) throws(KeychainError) -> [ItemFact]

  /// When the caller came to this device anew, and how many items of its first time are there; nil
  /// where it was not removed before, or left nothing.
  func olderThanInstallation() throws(KeychainError) -> FormerInstallation?

  /// Forgets an application, or all of them.
  ///
  /// - Returns: how many were known.
  func forgetHistory(of identifier: String?) throws(KeychainError) -> Int
}

/// Items that a program had left when it was removed, and that are there now that it is back.
package struct FormerInstallation: Hashable, Sendable {
  package let since: Instant
  package let count: Int

  package init(since: Instant, count: Int) {
    self.since = since
    self.count = count
  }
}

/// A search of an earlier process of the program that found what this one does not
/// (spec/diagnostics.md 3.6, K505).
package struct EarlierSearch: Hashable, Sendable {
  package let time: Instant
  /// The version of the program that made it.
  package let version: String?
  /// The conditions that came since.
  package let added: [Attribute]

  package init(time: Instant, version: String?, added: [Attribute]) {
    self.time = time
    self.version = version
    self.added = added
  }
}
