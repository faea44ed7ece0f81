// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// An item that meets all but one or two of a query's conditions (spec/diagnostics.md 4).
package struct NearMiss: Hashable, Sendable {
  /// One condition that it does not meet.
  package struct Failure: Hashable, Sendable {
    package enum How: Hashable, Sendable {
      /// Synchronizable where local items were meant, or the other way round.
      case synchronizable
      /// In another of the caller's groups than the named one.
      case group
      /// Given as a kind that stored values never have.
      case kind
      /// The same but for its form: which difference, in words.
      case form(String)
      case protection
      /// Dropped by a filter: which.
      case filter(FilterFact)
      case isNotStored
      /// Stored as the empty value.
      case isEmpty
      case differs
      /// Another text, of which no more than some letters are others.
      case differsIn(letters: Int)
    }

    /// Nil for a filter.
    package let attribute: Attribute?
    package let how: How

    package init(_ attribute: Attribute?, _ how: How) {
      self.attribute = attribute
      self.how = how
    }
  }

  package let item: ItemFact
  package let failures: [Failure]
  /// How many items were seen that fail in the same conditions, this one among them.
  package var count = 1

  package init(_ item: ItemFact, _ failures: [Failure]) {
    self.item = item
    self.failures = failures
  }
}

extension NearMiss {
  /// Whether it meets at least one of a query's own conditions, but for how that is written: one
  /// that meets none is told where a class is small, and proves nothing (spec/diagnostics.md 4.2).
  package func meetsAny(of query: Query) -> Bool {
    let unmet = Set(
      failures.compactMap { failure -> Attribute? in
        switch failure.how {
        case .isNotStored, .isEmpty, .differs, .differsIn: failure.attribute
        case .synchronizable, .group, .kind, .form, .protection, .filter: nil
        }
      })
    return query.predicates.isEmpty || !query.references.isEmpty
      || query.predicates.contains { !unmet.contains($0.attribute) }
  }

  /// Whether a part of the key is another one: then what was meant is another item, which may have
  /// been there.
  package var isOther: Bool {
    let schema = Schema.of(item.itemClass)
    return failures.contains { failure in
      switch failure.how {
      case .differs, .differsIn:
        failure.attribute.flatMap { schema[$0]?.roles.contains(.primaryKey) } ?? false
      default: false
      }
    }
  }
}

extension NearMiss.Failure {
  /// Its place in the order by which near misses are sorted (spec/diagnostics.md 4.5), after the
  /// class; whether an attribute is of the key decides last.
  package func rank(in schema: Schema) -> Int {
    switch how {
    case .synchronizable: return 1
    case .group: return 2
    case .kind: return 3
    case .form: return 4
    case .protection: return 5
    case .filter: return 6
    case .isNotStored, .isEmpty, .differs, .differsIn:
      let isKey = attribute.flatMap { schema[$0]?.roles.contains(.primaryKey) } ?? false
      return isKey ? 9 : 8
    }
  }
}

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
