// SPDX-License-Identifier: Apache-2.0

/// The items that match a query and are in access groups that the program may not see.
///
/// Only the owner of the store may see these facts (Specification/diagnostics.md, "Levels of
/// detail").
package struct OwnedFact: Hashable, Sendable {
  /// One access group, with the number of its items that match the query and the programs that made
  /// them.
  package struct Place: Hashable, Sendable {
    /// The name of the group, or nil while the items of the group are locked.
    package let group: String?
    package let count: Int
    /// The identifiers of the programs that made the items, as far as they are recorded.
    package let creators: [String]

    package init(group: String?, count: Int, creators: [String]) {
      self.group = group
      self.count = count
      self.creators = creators
    }
  }

  /// An earlier identifier of the program, with the access groups that the program held under this
  /// identifier.
  ///
  /// The program had its present executable file under the earlier identifier too.
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
