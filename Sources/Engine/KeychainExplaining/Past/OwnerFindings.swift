// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that only the owner of the store may see (Specification/diagnostics.md, "Security
/// rules of diagnosis").
///
/// The findings name the access groups with matching items that the program may not see. Some
/// findings also name the identifier under which the program ran in the past.
enum OwnerFindings {
  static func elsewhere(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.level == .owner, let owned = facts.owned, !owned.places.isEmpty else { return [] }
    let former = owned.formers.compactMap { moved($0, owned, facts) }
    return former.isEmpty ? owned.places.map { foreign($0, facts) } : former
  }

  /// Returns the finding that the program made matching items under another identifier.
  ///
  /// The finding is K502 if only the team prefix is new, otherwise K504. Nil if no matching item is
  /// in a group of the other identifier.
  private static func moved(
    _ former: OwnedFact.Former, _ owned: OwnedFact, _ facts: CallFacts
  ) -> Finding? {
    let count = owned.places.filter { place in
      place.group.map { former.groups.contains($0) } ?? false
    }.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    let (old, new) = (Wording.visible(former.identifier), Wording.visible(facts.caller.identifier))
    let isTransfer =
      former.hasEntitlements && facts.caller.hasEntitlements
      && former.identifier.dropPrefix == facts.caller.identifier.dropPrefix
    guard isTransfer else {
      return back(
        Finding(.identityChanged.ranAs(old: old, new: new, n: count)).why(
          .identityChanged.ofIdentifier), former, facts
      ).fix(
        .identityChanged.orMoveHere,
        code: [LostItemFindings.adopting(former.identifier, facts.caller)])
    }
    return Finding(.prefixChanged.text(old: old, new: new, n: count)).why(.prefixChanged.why)
      .fix(.prefixChanged.listBoth)
      .fix(
        .prefixChanged.orMove, code: [LostItemFindings.adopting(former.identifier, facts.caller)])
  }

  /// Adds to the finding the advice on how to restore the earlier identifier of the program.
  ///
  /// The identifier changed because an entitlements file was lost, added or changed.
  private static func back(
    _ finding: Finding, _ former: OwnedFact.Former, _ facts: CallFacts
  ) -> Finding {
    let old = Wording.visible(former.identifier)
    guard former.hasEntitlements else {
      return finding.fix(.identityChanged.removeFile(file: GroupFindings.file(facts), old: old))
    }
    let program = facts.caller.executable?.split(separator: "/").last.map(String.init)
    let file = "\(Wording.visible(program ?? "PROGRAM")).entitlements"
    return finding.fix(
      facts.caller.hasEntitlements
        ? .identityChanged.restoreIdentifier(old: old, file: file)
        : .identityChanged.restoreFile(file: file, old: old))
  }

  /// Returns finding K208, about matching items in a group of another program.
  private static func foreign(_ place: OwnedFact.Place, _ facts: CallFacts) -> Finding {
    let identifier = Wording.visible(facts.caller.identifier)
    let finding = Finding(
      place.group.map {
        .inAGroupNotYours.text(n: place.count, group: Wording.visible($0), identifier: identifier)
      } ?? .inAGroupNotYours.locked(n: place.count, identifier: identifier))
    let makers = place.creators.map { Wording.visible($0) }.joined(separator: ", ")
    let made =
      makers.isEmpty ? finding : finding.with(.item, .inAGroupNotYours.madeBy(programs: makers))
    if let name = place.group, GroupRecipe.isWithoutFile(facts) {
      return made.fix(.inAGroupNotYours.runOwner)
        .fix(GroupRecipe.fileWords(facts), code: GroupRecipe.wholeFile(adding: name, facts))
    }
    return made.fix(.inAGroupNotYours.listGroup(file: GroupFindings.file(facts)))
  }
}
