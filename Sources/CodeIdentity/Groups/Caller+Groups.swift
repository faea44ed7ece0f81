// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// What a caller's list allows (spec/secitem.md 8.2).
///
/// Groups are compared byte by byte: Swift's `==` on text would take two spellings of one
/// character for the same group.
extension Caller {
  /// Where Add puts an item that names no group: the first of the full list, even where that is
  /// one the caller cannot write to; nil when there is none (-34018).
  package var defaultGroup: String? { groups.first }

  /// The groups that Add, Update and Delete may touch: all but the token group.
  package var writableGroups: [String] {
    groups.filter { !$0.hasSameBytes(as: Self.tokenGroup) }
  }

  /// Whether no call at all is allowed.
  package var hasNoGroups: Bool { groups.isEmpty && !seesAllGroups }

  /// Whether Add, Update and Delete are refused whatever they name.
  package var hasNoWritableGroups: Bool { writableGroups.isEmpty && !seesAllGroups }

  /// Whether items of a group are visible.
  package func mayRead(_ group: String) -> Bool {
    seesAllGroups || groups.contains { $0.hasSameBytes(as: group) }
  }

  /// Whether items of a group may be added, changed and removed; of the token group by nobody.
  package func mayWrite(_ group: String) -> Bool {
    !group.hasSameBytes(as: Self.tokenGroup) && mayRead(group)
  }
}
