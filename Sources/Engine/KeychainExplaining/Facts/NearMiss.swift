// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// An item that meets all but one or two conditions of a query (Specification/diagnostics.md, "Near
/// misses").
package struct NearMiss: Hashable, Sendable {
  /// A condition of the query that the item does not meet, and the way in which the item fails it.
  package struct Failure: Hashable, Sendable {
    package enum How: Hashable, Sendable {
      /// The query asks for local items and the item is synchronizable, or the query asks for
      /// synchronizable items and the item is local.
      case synchronizable
      /// The query names one of the caller's access groups, and the item is in another of these
      /// groups.
      case group
      /// The value in the query has a kind that the attribute never has, for example text for a
      /// number.
      case kind
      /// The values differ only in their form, for example in letter case.
      ///
      /// The text names the difference in words.
      case form(String)
      case protection
      /// A match filter of the query rejected the item, as the associated value describes.
      case filter(FilterFact)
      case isNotStored
      /// The item has an empty value for this attribute.
      case isEmpty
      case differs
      /// The stored text differs from the text in the query in only this number of letters.
      case differsIn(letters: Int)
    }

    /// The attribute of the failed condition.
    ///
    /// Nil if the condition is a match filter, such as `kSecMatchIssuers`.
    package let attribute: Attribute?
    package let how: How

    package init(_ attribute: Attribute?, _ how: How) {
      self.attribute = attribute
      self.how = how
    }
  }

  package let item: ItemFact
  package let failures: [Failure]
  /// The number of compared items that fail the conditions in `failures`; this item is included.
  package var count = 1

  package init(_ item: ItemFact, _ failures: [Failure]) {
    self.item = item
    self.failures = failures
  }
}

extension NearMiss {
  /// Returns true if the item meets at least one of the conditions that the query itself names.
  ///
  /// A condition is also met if the values differ only in their form, for example in letter case.
  /// An item that meets no condition explains nothing. However, if a class has few items, the near
  /// misses include these items too (Specification/diagnostics.md, "Algorithm of near misses").
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

  /// True if the item has another primary key than the query asks for.
  ///
  /// The query then means another item, which may have existed in the past.
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
  /// Returns the rank of this failed condition in the order of near misses, from 1 to 9.
  ///
  /// An item whose failed condition has a smaller rank is nearer to the query. Attributes of the
  /// primary key have the greatest rank (Specification/diagnostics.md, "Order of near misses"). A
  /// near miss is always an item of the query's class, so no rank is about another class.
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
