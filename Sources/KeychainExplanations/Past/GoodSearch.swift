// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

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
