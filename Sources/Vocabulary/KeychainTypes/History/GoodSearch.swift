// SPDX-License-Identifier: Apache-2.0

/// A search that found an item, as the application history keeps it to explain a later search that
/// finds nothing.
///
/// The record has the attributes of the search's conditions, and digests of their values. The
/// digests are made only with the store's own key (Specification/diagnostics.md, "Application
/// history", `lastGood`).
package struct GoodSearch: Hashable, Sendable {
  package let itemClass: ItemClass
  package let conditions: [Attribute: Identifier16]
  /// The time when the search last found an item; it is updated at most once a day.
  package let time: Instant
  /// The number of the period (`ApplicationHistory.Generation`) in which the application made the
  /// search.
  package let generation: UInt32

  package init(
    itemClass: ItemClass, conditions: [Attribute: Identifier16], time: Instant, generation: UInt32
  ) {
    self.itemClass = itemClass
    self.conditions = conditions
    self.time = time
    self.generation = generation
  }

  package func hasShape(of other: GoodSearch) -> Bool {
    itemClass == other.itemClass && conditions == other.conditions
  }

  /// Returns the attributes on which another search has a condition, but this search does not.
  ///
  /// Nil if the other search is for another class, or if it lacks a condition of this search or has
  /// another value for it.
  ///
  /// - Parameter other: the conditions of the other search, as digests of their values.
  package func added(
    by other: [Attribute: Identifier16], of itemClass: ItemClass
  ) -> [Attribute]? {
    guard itemClass == self.itemClass, conditions.allSatisfy({ other[$0.key] == $0.value }) else {
      return nil
    }
    return other.keys.filter { conditions[$0] == nil }.sorted()
  }
}
