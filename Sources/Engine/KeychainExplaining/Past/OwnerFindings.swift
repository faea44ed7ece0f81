// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What only the owner of the store is told (spec/diagnostics.md 8.2): where the items are that a
/// program does not see, and under which name it ran before.
enum OwnerFindings {
  static func elsewhere(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.level == .owner, let owned = facts.owned, !owned.places.isEmpty else { return [] }
    let former = owned.formers.compactMap { moved($0, owned, facts) }
    return former.isEmpty ? owned.places.map { foreign($0, facts) } : former
  }

  /// K502, or K504 where a program without entitlements is told apart by the name of its file: it
  /// ran under another identifier, whose items the query means.
  private static func moved(
    _ former: OwnedFact.Former, _ owned: OwnedFact, _ facts: CallFacts
  ) -> Finding? {
    let count = owned.places.filter { place in
      place.group.map { former.groups.contains($0) } ?? false
    }.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    let (old, new) = (Wording.visible(former.identifier), Wording.visible(facts.caller.identifier))
    let items = Wording.items(count)
    let isTransfer =
      former.hasEntitlements && facts.caller.hasEntitlements
      && former.identifier.dropPrefix == facts.caller.identifier.dropPrefix
    guard isTransfer else {
      return back(
        Finding(
          .identityChanged,
          "The same program ran as \(old): identifier \(old) became \(new); \(items) "
            + "\(count.are("matches", "match")) there."
        ).why("An item belongs to the groups of the identifier that made it."), former, facts
      ).fix(
        "Or move the items to this program:",
        code: [LostItemFindings.adopting(former.identifier, facts.caller)])
    }
    return Finding(
      .prefixChanged,
      "The same program ran as \(old); now \(new). \(items) under the old prefix."
    ).why("The prefix of a team is part of every group.")
      .fix(
        "List both groups in keychain-access-groups, move the items by SecItemUpdate of "
          + "kSecAttrAccessGroup, then remove the old one in a later version."
      )
      .fix(
        "Or move them here:", code: [LostItemFindings.adopting(former.identifier, facts.caller)])
  }

  /// The identity as it was: an entitlements file that got lost, has come or has changed.
  private static func back(
    _ finding: Finding, _ former: OwnedFact.Former, _ facts: CallFacts
  ) -> Finding {
    let old = Wording.visible(former.identifier)
    guard former.hasEntitlements else {
      return finding.fix(
        "It had no entitlements file then: take \(GroupFindings.file(facts)) away, or list "
          + "\(old) in its keychain-access-groups, behind the first entry.")
    }
    let program = facts.caller.executable?.split(separator: "/").last.map(String.init)
    let file = "\(Wording.visible(program ?? "PROGRAM")).entitlements"
    return finding.fix(
      facts.caller.hasEntitlements
        ? "Give \(file) the application-identifier \(old) back."
        : "Put \(file) back, by which the program was \(old).")
  }

  /// K208.
  private static func foreign(_ place: OwnedFact.Place, _ facts: CallFacts) -> Finding {
    let group = place.group.map { Wording.visible($0) } ?? "a group that is locked"
    let finding = Finding(
      .inAGroupNotYours,
      "\(Wording.items(place.count)) \(place.count.are("matches", "match")) in \(group), which "
        + "\(Wording.visible(facts.caller.identifier)) does not hold."
    )
    let makers = place.creators.map { Wording.visible($0) }.joined(separator: ", ")
    let made = makers.isEmpty ? finding : finding.with(.item, "made by \(makers)")
    if let name = place.group, GroupRecipe.isWithoutFile(facts) {
      return made.fix("Run the program that owns it, or share the group.")
        .fix(GroupRecipe.fileWords(facts), code: GroupRecipe.wholeFile(adding: name, facts))
    }
    return made.fix(
      "List the group in keychain-access-groups of \(GroupFindings.file(facts)), or run the "
        + "program that owns it.")
  }
}
