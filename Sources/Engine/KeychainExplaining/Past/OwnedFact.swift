// SPDX-License-Identifier: Apache-2.0

/// What a query would find that the program may not see; for the owner of the store alone
/// (spec/diagnostics.md 8.1).
package struct OwnedFact: Hashable, Sendable {
  /// Items of one group.
  package struct Place: Hashable, Sendable {
    /// Nil while its items are locked.
    package let group: String?
    package let count: Int
    /// The programs that made them, as far as that is recorded.
    package let creators: [String]

    package init(group: String?, count: Int, creators: [String]) {
      self.group = group
      self.count = count
      self.creators = creators
    }
  }

  /// The program under an identifier that it had before: the same file ran under both.
  package struct Former: Hashable, Sendable {
    package let identifier: String
    package let groups: [String]
    package let hasEntitlements: Bool

    package init(identifier: String, groups: [String], hasEntitlements: Bool) {
      self.identifier = identifier
      self.groups = groups
      self.hasEntitlements = hasEntitlements
    }
  }

  package var places: [Place] = []
  package var formers: [Former] = []

  package init() {}
}
