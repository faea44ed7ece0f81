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
