// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The access groups that a verb reaches.
package enum Scope: Hashable, Sendable {
  case all
  case groups([String])

  /// Whether an item of a group is visible.
  package func contains(_ group: String) -> Bool {
    switch self {
    case .all: true
    case .groups(let groups): groups.contains { $0.hasSameBytes(as: group) }
    }
  }
}
