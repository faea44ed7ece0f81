// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Makes the list of access groups that a program may use, from the program's entitlements
/// (Specification/secitem.md, "The list of access groups").
package enum GroupComposition {
  /// Returns the program's access groups; the first group is the default group for new items.
  ///
  /// A group that is listed twice stays twice in the list. Application groups are access groups in
  /// the profiles `ios` and `quirks`, but not for an app clip. The profile `dataProtection` leaves
  /// them out (Specification/code-identity.md, "Composition of the list").
  package static func groups(of entitlements: Entitlements, in profile: Profile) -> [String] {
    var groups = entitlements.keychainAccessGroups
    groups += entitlements.associatedApplicationIdentifiers
    if let identifier = entitlements.applicationIdentifier { groups.append(identifier) }
    if profile.extendsByApplicationGroups, !entitlements.isAppClip {
      groups += entitlements.applicationGroups
    }
    return withTokenGroupLast(groups, entitlements: entitlements, in: profile)
  }

  /// Moves the token group to the end of the list.
  ///
  /// The token group (`Caller.tokenGroup`) has the keys and certificates of tokens such as smart
  /// cards. In the profile `dataProtection`, the token group is added even if the list does not
  /// contain it.
  ///
  /// The token group is not added if a program with an application identifier has no other group
  /// (Specification/secitem.md, "The list of access groups"). On macOS, a list without the
  /// identifier shows a broken signature. In Latchkey the list always has the identifier. So the
  /// rule concerns only an identifier that is the token group itself, which is in the list already.
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
  /// True if a program's application groups are access groups in this profile.
  fileprivate var extendsByApplicationGroups: Bool {
    switch self {
    case .ios, .quirks: true
    case .dataProtection: false
    }
  }

  /// True if every program may read the token group in this profile, without listing it.
  fileprivate var impliesTokenGroup: Bool {
    switch self {
    case .dataProtection: true
    case .ios, .quirks: false
    }
  }
}

/// The access groups that a caller may read and write (Specification/secitem.md, "Checks of access
/// groups").
///
/// The token group (`tokenGroup`) has the keys and certificates of tokens such as smart cards. A
/// caller may read its items, but never add or change them.
///
/// Groups are compared byte by byte: Swift's `==` on text treats two encodings of a character as
/// equal. With `==`, two different groups could be taken for one group.
extension Caller {
  /// The access group of a new item that names no group: the first group of the caller's list.
  ///
  /// The caller may be unable to write to this group. Nil if the list is empty: Add then fails with
  /// status -34018.
  package var defaultGroup: String? { groups.first }

  /// The caller's groups whose items Add, Update and Delete may change: all except the token group.
  package var writableGroups: [String] {
    groups.filter { !$0.hasSameBytes(as: Self.tokenGroup) }
  }

  /// True if the caller may use no access group, so that every call of the caller is refused.
  package var hasNoGroups: Bool { groups.isEmpty && !seesAllGroups }

  /// True if the caller may write to no access group, so that Add, Update and Delete are refused.
  package var hasNoWritableGroups: Bool { writableGroups.isEmpty && !seesAllGroups }

  /// True if the caller may find and read the items of an access group.
  package func mayRead(_ group: String) -> Bool {
    seesAllGroups || groups.contains { $0.hasSameBytes(as: group) }
  }

  /// True if the caller may add, change and delete items of an access group.
  ///
  /// Always false for the token group.
  package func mayWrite(_ group: String) -> Bool {
    !group.hasSameBytes(as: Self.tokenGroup) && mayRead(group)
  }
}
