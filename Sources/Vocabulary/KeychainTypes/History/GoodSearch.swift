// SPDX-License-Identifier: Apache-2.0

/// A search that found something, as it is remembered: the names of its conditions and the digests
/// of their values, which only the store's own key makes (spec/diagnostics.md 9, lastGood).
package struct GoodSearch: Hashable, Sendable {
  package let itemClass: ItemClass
  package let conditions: [Attribute: Identifier16]
  /// When it was found to work; of one process, to the day.
  package let time: Instant
  /// The generation of the application that made it.
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

  /// The conditions that another search has beside all of these; nil where it lacks one, or has
  /// another value for it.
  package func added(
    by other: [Attribute: Identifier16], of itemClass: ItemClass
  ) -> [Attribute]? {
    guard itemClass == self.itemClass, conditions.allSatisfy({ other[$0.key] == $0.value }) else {
      return nil
    }
    return other.keys.filter { conditions[$0] == nil }.sorted()
  }
}
