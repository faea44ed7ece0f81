// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Makes the list of access groups out of entitlements (spec/secitem.md 8.1).
package enum GroupComposition {
  /// The groups in their order; the first is where Add puts an item that names none.
  ///
  /// Duplicates stay. Application groups count in the profiles `ios` and `quirks` and not for an
  /// app clip; `dataProtection` leaves them out (spec code-identity 4.1).
  package static func groups(of entitlements: Entitlements, in profile: Profile) -> [String] {
    var groups = entitlements.keychainAccessGroups
    groups += entitlements.associatedApplicationIdentifiers
    if let identifier = entitlements.applicationIdentifier { groups.append(identifier) }
    if profile.extendsByApplicationGroups, !entitlements.isAppClip {
      groups += entitlements.applicationGroups
    }
    return withTokenGroupLast(groups, entitlements: entitlements, in: profile)
  }

  /// The token group goes to the end; on the Mac it is there without being listed, except when an
  /// application identifier is the sign of a list that did not come through.
  private static func withTokenGroupLast(
    _ groups: [String], entitlements: Entitlements, in profile: Profile
  ) -> [String] {
    let others = groups.filter { !$0.hasSameBytes(as: Caller.tokenGroup) }
    let isListed = others.count < groups.count
    let isBroken = others.isEmpty && entitlements.applicationIdentifier != nil
    let isImplied = profile.impliesTokenGroup && !isBroken
    return isListed || isImplied ? others + [Caller.tokenGroup] : others
  }
}

extension Profile {
  /// Whether application groups are access groups.
  fileprivate var extendsByApplicationGroups: Bool {
    switch self {
    case .ios, .quirks: true
    case .dataProtection: false
    }
  }

  /// Whether every program has the token group.
  fileprivate var impliesTokenGroup: Bool {
    switch self {
    case .dataProtection: true
    case .ios, .quirks: false
    }
  }
}

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
