// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// How a query is answered: the engine's own plan, with how many rows each condition has by itself
/// (spec/diagnostics.md 1.2, `--plan`).
package struct PlanFact: Hashable, Sendable {
  package enum Opening: String, Hashable, Sendable {
    case nothing, metadata, secret
  }

  /// A condition that the store compares.
  package struct Condition: Hashable, Sendable {
    /// `agrp`, `sync` or the name of an attribute.
    package let name: String
    /// Whether the rules added it.
    package let isImplied: Bool
    /// Nil where nobody counted.
    package let count: Int?
    package let isMore: Bool

    package init(name: String, isImplied: Bool, count: Int?, isMore: Bool = false) {
      self.name = name
      self.isImplied = isImplied
      self.count = count
      self.isMore = isMore
    }
  }

  /// A condition that shows only once a row is open.
  package struct Residual: Hashable, Sendable {
    package let name: String
    package let before: Int
    package let after: Int

    package init(name: String, before: Int, after: Int) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  package var tables: [ItemClass] = []
  package var conditions: [Condition] = []
  package var residual: [Residual] = []
  package var opens = Opening.nothing
  /// Nil: all.
  package var limit: Int?
  package var isLimitImplied = false
  package var statements = 0

  package init() {}
}
