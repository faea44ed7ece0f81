// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What was looked up about a query that found nothing, or too much (F5).
package struct AbsenceFact: Sendable {
  /// How many rows of the caller's groups meet one condition by itself.
  package struct Count: Hashable, Sendable {
    package let attribute: Attribute?
    package let isImplied: Bool
    package let count: Int

    package init(_ attribute: Attribute?, isImplied: Bool = false, _ count: Int) {
      self.attribute = attribute
      self.isImplied = isImplied
      self.count = count
    }
  }

  /// What another class has of the values that are looked for.
  package struct OtherClass: Hashable, Sendable {
    package let count: Int
    /// Attributes of the query that the class does not have.
    package let leftOut: [Attribute]
    /// Attributes of the query for which the class has others.
    package let renamed: [Attribute: Attribute]

    package init(
      count: Int, leftOut: [Attribute] = [], renamed: [Attribute: Attribute] = [:]
    ) {
      self.count = count
      self.leftOut = leftOut
      self.renamed = renamed
    }
  }

  /// What was deleted, when and by whom, as the change history has it.
  package struct Deletion: Hashable, Sendable {
    package let time: Instant
    package let writer: String
    /// How many items the same call removed.
    package let count: Int
    /// Whether an item of the same key was added later.
    package let isBack: Bool

    package init(time: Instant, writer: String, count: Int, isBack: Bool) {
      self.time = time
      self.writer = writer
      self.count = count
      self.isBack = isBack
    }
  }

  package init() {}

  /// All live items of the class in the caller's groups.
  package var classCount = 0
  /// Whether there are more; who has so many is not told how many.
  package var hasMore = false
  /// Those of them that are not synchronizable.
  package var localCount = 0
  package var counts: [Count] = []
  /// At most five, nearest first.
  package var nearMisses: [NearMiss] = []
  /// Items of other classes that have the same values.
  package var otherClasses: [ItemClass: OtherClass] = [:]
  /// The most conditions that any item meets, and how many there are.
  package var agreement = (met: 0, of: 0)
  /// Whether the caller has added an item of the class; nil where the history does not reach back
  /// so far.
  package var hasAdded: Bool?
  /// Whether it was time that ended the search, and how much there was.
  package var isOutOfTime = false
  package var milliseconds = 0
  /// Whether the search stopped before all candidates were seen.
  package var isCutShort = false
  /// How many rows were read for it.
  package var rowsRead = 0
  /// Matches that cannot be opened.
  package var damaged = 0
  /// Matches whose key went with the passcode, or whose fingers are gone.
  package var lost: [ItemFact] = []
  /// What keeps certificates and keys that are there from being identities.
  package enum IdentityHalf: Hashable, Sendable {
    case noKey, notPrivate, noCertificate
  }

  package var identityHalf: IdentityHalf?
  /// The item of the reference, or one with the query's key, was deleted.
  package var deletion: Deletion?
  /// The caller's last deletion of items of the class, where none of them are left.
  package var classDeletion: Deletion?
}
