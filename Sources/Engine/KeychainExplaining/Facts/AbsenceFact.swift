// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Facts about the store that explain why a query found no item.
///
/// Specification/diagnostics.md, "Facts of a call", F5.
package struct AbsenceFact: Sendable {
  /// One condition of the query, with the number of rows in the caller's groups that meet this
  /// condition alone.
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

  /// The number of items in another class that have the values of the query.
  package struct OtherClass: Hashable, Sendable {
    package let count: Int
    /// The attributes of the query that the other class does not have, so that they were not
    /// compared.
    package let leftOut: [Attribute]
    /// The attributes that have another name in the other class.
    ///
    /// Each key is an attribute of the query. Its value is the attribute of the other class.
    package let renamed: [Attribute: Attribute]

    package init(
      count: Int, leftOut: [Attribute] = [], renamed: [Attribute: Attribute] = [:]
    ) {
      self.count = count
      self.leftOut = leftOut
      self.renamed = renamed
    }
  }

  /// A deletion in the change history of the store: its time, the deleting program, and the number
  /// of items.
  package struct Deletion: Hashable, Sendable {
    package let time: Instant
    package let writer: String
    /// The number of all items that the deleting call removed.
    package let count: Int
    /// True if an item with the primary key of the deleted item was added after the deletion.
    package let isBack: Bool

    package init(time: Instant, writer: String, count: Int, isBack: Bool) {
      self.time = time
      self.writer = writer
      self.count = count
      self.isBack = isBack
    }
  }

  package init() {}

  /// The number of items of the query's class in the caller's groups.
  ///
  /// Tombstones (marks of deleted synchronizable items) are not counted.
  package var classCount = 0
  /// True if the class has more items than `classCount`, because counting stopped at a limit.
  package var hasMore = false
  /// The number of local items among the counted items of the class; synchronizable items are left
  /// out.
  package var localCount = 0
  package var counts: [Count] = []
  /// The items that nearly match the query: at most five, nearest first.
  package var nearMisses: [NearMiss] = []
  /// For each other class, the number of items that have the values of the query.
  package var otherClasses: [ItemClass: OtherClass] = [:]
  /// The greatest number of conditions that one item may meet (`met`), and the number of all
  /// conditions of the query (`of`).
  ///
  /// A condition that can be tested only on a decrypted row counts as met. Both numbers are 0 if
  /// near misses (items that nearly match) were found.
  package var agreement = (met: 0, of: 0)
  /// True if the change history shows that the caller has added an item of the query's class.
  ///
  /// False if the change history shows no addition since the store first saw the caller's
  /// application. Nil if the change history does not reach back so far, or if it was not searched.
  package var hasAdded: Bool?
  /// True if the search for near misses (items that nearly match) stopped because its time was up.
  ///
  /// `milliseconds` is the time limit of the search.
  package var isOutOfTime = false
  package var milliseconds = 0
  /// True if the search for near misses (items that nearly match) stopped before it read all
  /// candidate rows.
  ///
  /// The search has a limit on rows and a limit on time.
  package var isCutShort = false
  /// The number of rows that the search for near misses read.
  package var rowsRead = 0
  /// The number of items that match the query but cannot be decrypted.
  package var damaged = 0
  /// Matching items that can never be decrypted again.
  ///
  /// The key of these items was destroyed with the passcode, or the fingers that they require are
  /// not enrolled any more.
  package var lost: [ItemFact] = []
  /// The part of an identity that is missing: its private key or its certificate.
  ///
  /// In the case `notPrivate`, the key of the certificate is stored, but it is not marked as a
  /// private key.
  package enum IdentityHalf: Hashable, Sendable {
    case noKey, notPrivate, noCertificate
  }

  package var identityHalf: IdentityHalf?
  /// The last deletion of the item that the query names by its persistent reference or its primary
  /// key.
  ///
  /// Nil if no deletion of the item is known. Also nil if another item is near enough to explain
  /// the result: the change history is then not searched.
  package var deletion: Deletion?
  /// The last call by which the caller deleted items of the query's class.
  ///
  /// Nil if items of the class are left in the caller's groups, or if no deletion is known.
  package var classDeletion: Deletion?
}
