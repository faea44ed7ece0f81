// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A search by which an earlier process of the program found items that the present search does not
/// find.
///
/// The present search has more conditions than this earlier search, and may therefore find nothing.
///
/// Specification/diagnostics.md, "Lost items", K505.
package struct EarlierSearch: Hashable, Sendable {
  package let time: Instant
  /// The version of the program when it made the search; nil if the version was not known.
  package let version: String?
  /// The attributes of the conditions that the present search has and this earlier search did not
  /// have.
  package let added: [Attribute]

  package init(time: Instant, version: String?, added: [Attribute]) {
    self.time = time
    self.version = version
    self.added = added
  }
}
