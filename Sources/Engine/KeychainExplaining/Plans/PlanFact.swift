// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The plan by which the store evaluates a query, with the number of rows that meet each condition.
///
/// Specification/diagnostics.md, "security explain", `--plan`.
package struct PlanFact: Hashable, Sendable {
  package enum Opening: String, Hashable, Sendable {
    case nothing, metadata, secret
  }

  /// A condition of the query that the store evaluates without decrypting rows.
  package struct Condition: Hashable, Sendable {
    /// The name of the condition: `agrp`, `sync` or the name of an attribute.
    package let name: String
    /// True if a rule of the keychain added the condition; false if the caller passed the
    /// condition.
    package let isImplied: Bool
    /// The number of rows that meet this condition alone, or nil if the rows were not counted.
    package let count: Int?
    package let isMore: Bool

    package init(name: String, isImplied: Bool, count: Int?, isMore: Bool = false) {
      self.name = name
      self.isImplied = isImplied
      self.count = count
      self.isMore = isMore
    }
  }

  /// A condition of the query that can be tested only after a row was decrypted.
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
  /// The greatest number of items that the query may return, or nil if the query asks for all
  /// items.
  package var limit: Int?
  package var isLimitImplied = false
  package var statements = 0

  package init() {}
}
