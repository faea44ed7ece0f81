// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The findings about items that a program could see in the past and cannot see now.
///
/// Specification/diagnostics.md, "Lost items", "Tree 5: lost items after an update".
package enum LostItemFindings {
  /// The greatest number of versions, and of items, that a finding lists.
  private static let shown = 4

  /// Returns the findings about the program's items in an access group that was refused to the
  /// call.
  ///
  /// The program held the group in the past and has lost it. A report has these findings after
  /// K401, the finding that the program does not hold the group. Empty if the program made no items
  /// in the group, or if the program never held the group.
  static func named(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let former = facts.former, let place = former.lost.first, let history = former.history
    else { return [] }
    return [lost(place, history, facts, wording), intact(former.lost)]
  }

  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error?.code == .itemNotFound, let former = facts.former else { return [] }
    if let place = former.lost.first, let history = former.history {
      return [
        lost(place, history, facts, wording), intact(former.lost), readding(place, facts),
      ]
    }
    if let other = former.others.first(where: \.isGone) {
      return [renamed(other, facts), nameFromFile(facts)]
    }
    // A near miss among the program's own items is a better explanation than another program's
    // items.
    guard facts.absence?.nearMisses.isEmpty != false, let other = former.others.first else {
      return []
    }
    return [ofAnother(other, facts), nameFromFile(facts)]
  }

  /// Returns finding K501 if the program lost one group, or K503 if its whole list of groups was
  /// removed.
  private static func lost(
    _ place: FormerAccess.Place, _ history: ApplicationHistory, _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let last = history.last(with: place.group)
    let identifier = facts.caller.identifier
    let isGoneWhole =
      facts.caller.groups.first == identifier && last?.generation.groups.first != identifier
    let finding = isGoneWhole ? removed(place, facts) : held(place, last, wording)
    return repair(
      about(finding, history, facts, wording).why(why(place, last?.generation, identifier)),
      place, facts, wording)
  }

  private static func held(
    _ place: FormerAccess.Place,
    _ last: (generation: ApplicationHistory.Generation, until: Instant?)?,
    _ wording: Wording
  ) -> Finding {
    return Finding(
      .groupRemovedInThisVersion.held(
        group: Wording.visible(place.group), until: last?.until.map { wording.day($0) },
        version: last?.generation.version.map { Wording.visible($0) }, n: place.count)
    ).about(place.items)
  }

  private static func removed(_ place: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    Finding(
      .defaultGroupChanged.removed(
        a: Wording.visible(place.group), b: facts.caller.identifier, n: place.count)
    ).about(place.items)
  }

  /// Adds the versions of the program to the finding, with the access groups that each version
  /// held.
  ///
  /// The groups are in columns if all versions list the groups in one order.
  private static func about(
    _ finding: Finding, _ history: ApplicationHistory, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    var finding = finding
    // A version of the program without a number is named by the day when it was first seen.
    var lines = history.generations.map { ($0.version ?? wording.day($0.since), $0.groups) }
    if history.generations.last?.fits(facts.caller) != true {
      lines.append((facts.caller.version ?? "now", facts.caller.groups.unique))
    }
    let told = lines.suffix(shown).map { version, groups in
      (version, groups.filter { $0 != Caller.tokenGroup })
    }
    let short = ShortNames(of: lines.flatMap(\.1))
    let columns = columns(told.map(\.1))
    let width = told.map(\.0.count).max() ?? 0
    for (version, groups) in told {
      let held = Set(groups)
      var listed = ""
      for group in columns ?? groups {
        let name = Wording.visible(short[group]) + (group == groups.last ? "" : ", ")
        listed += held.contains(group) ? name : String(repeating: " ", count: name.count)
      }
      while listed.last == " " { listed.removeLast() }
      let start =
        width > 0 ? TextBlock.padded(Wording.visible(version), to: width) + "  " : ""
      finding = finding.with(
        .history,
        line: start + (groups.isEmpty ? FindingText.shared.noGroup.description : listed))
    }
    return finding
  }

  /// Returns the groups of all versions in the order in which they first appear, as columns of a
  /// table.
  ///
  /// Nil if one version lists its groups in another order, or if the columns are too wide.
  ///
  /// - Parameter lists: the groups that each version of the program held.
  private static func columns(_ lists: [[String]]) -> [String]? {
    let all = lists.reduce(into: [String]()) { all, groups in
      all += groups.filter { !all.contains($0) }
    }
    let isOrdered = lists.allSatisfy { groups in all.filter(groups.contains) == groups }
    let names = ShortNames(of: all)
    let width = all.reduce(0) { $0 + names[$1].count + 2 }
    return isOrdered && width < 60 ? all : nil
  }

  private static func why(
    _ place: FormerAccess.Place, _ generation: ApplicationHistory.Generation?, _ identifier: String
  ) -> FindingText {
    guard let generation, generation.groups.first == place.group else {
      return .shared.stays(group: nil, version: nil)
    }
    let name = ShortNames(of: generation.groups)[place.group]
    return .shared.stays(
      group: Wording.visible(name), version: generation.version.map { Wording.visible($0) })
  }

  /// Adds the repair to the finding: the program regains the lost group, moves the items, and later
  /// gives up the group.
  ///
  /// The repair never begins with a delete (Specification/diagnostics.md, "Lost items: from symptom
  /// to moved items").
  private static func repair(
    _ finding: Finding, _ place: FormerAccess.Place, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let target = facts.caller.mainGroup
    let itemClass = place.items.first?.itemClass ?? .genericPassword
    let name = Wording.visible(
      ShortNames(of: [place.group] + facts.caller.groups)[place.group])
    let version = facts.former?.history?.last(with: place.group)?.generation.version
    let step = GroupRecipe.isWithoutFile(facts)
    return taken(finding, place, wording).fix(
      step
        ? .shared.firstStep(step: GroupRecipe.fileWords(facts))
        : .shared.putBack(
          file: GroupFindings.file(facts),
          isAfterFirst: facts.caller.groups.first != facts.caller.identifier),
      code: step
        ? GroupRecipe.wholeFile(adding: place.group, facts)
        : ["   <string>\(GroupFindings.escaped(place.group))</string>"]
    ).fix(isSimulated(facts) ? .shared.secondStepSimulated : .shared.secondStep).fix(
      .shared.thirdStep,
      code: moving(itemClass, place, to: target, facts)
    ).fix(
      .shared.fourthStep(
        target: facts.refusedGroup == place.group ? Wording.visible(target) : nil, group: name,
        version: version.map { Wording.visible($0) })
    ).note(.shared.duplicateInThirdStep).note(.shared.othersInThirdStep(group: name))
  }

  /// Returns the program text of a call that moves the items of one class from a group into another
  /// group.
  private static func moving(
    _ itemClass: ItemClass, _ place: FormerAccess.Place, to target: String, _ facts: CallFacts
  ) -> [String] {
    let (old, new) = (UpdateProgram.quoted(place.group), UpdateProgram.quoted(target))
    let sync = place.hasSynchronizable
    guard facts.language == .swift else {
      return UpdateProgram.pairs(
        key: ["  kSecClass: \(ConstantNames.constant(itemClass)),"]
          + (sync ? ["  kSecAttrSynchronizable: kSecAttrSynchronizableAny,"] : [])
          + ["  kSecAttrAccessGroup: \(old),"],
        changes: ["  kSecAttrAccessGroup: \(new),"]
      ).map { "   " + $0 }
    }
    return ["   SecItemUpdate([kSecClass: \(ConstantNames.constant(itemClass)),"]
      + (sync ? ["     kSecAttrSynchronizable: kSecAttrSynchronizableAny,"] : []) + [
        "     kSecAttrAccessGroup: \(old)] as NSDictionary,",
        "     [kSecAttrAccessGroup: \(new)]", "       as NSDictionary)",
      ]
  }

  /// Adds to the finding the items in the program's main group that already have the primary key of
  /// a lost item.
  ///
  /// The main group is the access group of new items. The finding advises the user to repair the
  /// loss in numbered steps, and step 3 moves the lost items into the main group. That step fails
  /// and moves no item while the main group has items with these primary keys. Only a limited
  /// number of items is compared.
  private static func taken(
    _ finding: Finding, _ place: FormerAccess.Place, _ wording: Wording
  ) -> Finding {
    guard !place.taken.isEmpty else { return finding }
    let count = place.taken.count
    var finding = finding.note(.shared.taken(n: count, shown: count > shown ? "\(shown)" : nil))
    // Listed as notes, because items of the finding would be mistaken for the lost items.
    for item in place.taken.prefix(shown) {
      finding = finding.with(
        .note, line: wording.item(item) + (wording.dates(item).map { "  \($0)" } ?? ""))
    }
    return finding
  }

  private static func isSimulated(_ facts: CallFacts) -> Bool {
    facts.caller.origin == .simulated
  }

  private static func intact(_ places: [FormerAccess.Place]) -> Finding {
    let names = places.map { Wording.visible($0.group) }.joined(separator: ", ")
    let count = places.reduce(0) { $0 + $1.count }
    return Finding(.itemsIntactElsewhere.text(n: count, group: names))
  }

  private static func readding(_ place: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let name = Wording.visible(
      ShortNames(of: [place.group] + facts.caller.groups)[place.group])
    return Finding(.deleteAndReaddCannotHelp.noHelp(group: name))
  }

  /// Returns finding K504: the executable file was renamed, so that the program has a new
  /// identifier.
  private static func renamed(_ other: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let count = other.items.count
    return Finding(
      .identityChanged.renamed(
        old: Wording.visible(other.group), new: facts.caller.identifier, n: count)
    ).about(other.items)
      .why(.identityChanged.knownByFile)
      .fix(
        .identityChanged.giveOldGroup(file: GroupRecipe.fileWords(facts)),
        code: GroupRecipe.wholeFile(adding: other.group, facts)
      ).fix(
        .identityChanged.orMove,
        code: [adopting(other.group, facts.caller)])
  }

  /// Returns finding K208: the matching items belong to another program without entitlements.
  ///
  /// The finding is not for a case in which the caller may be the other program under a new name.
  /// That case has finding K504. In that case, the file of the other program is gone, and that
  /// program was not in use after the caller was first seen.
  private static func ofAnother(_ other: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let count = other.items.count
    return Finding(
      .inAGroupNotYours.ofAnother(
        n: count, program: Wording.visible(other.group),
        path: other.executable.map { Wording.visible($0) },
        identifier: Wording.visible(facts.caller.identifier))
    ).about(other.items)
      .why(.inAGroupNotYours.knownByFile)
      .fix(
        .inAGroupNotYours.runMaker(n: count, file: GroupRecipe.fileWords(facts)),
        code: GroupRecipe.wholeFile(adding: other.group, facts))
  }

  /// Returns the `security` command that gives a program the items that it made under an earlier
  /// identifier.
  ///
  /// - Parameter old: the earlier identifier of the program.
  package static func adopting(_ old: String, _ caller: Caller) -> String {
    let program = caller.executable.map(Wording.shellWord) ?? "PROGRAM"
    return "security doctor --as \(program) --adopt \(Wording.shellWord(old))"
  }

  private static func nameFromFile(_ facts: CallFacts) -> Finding {
    Finding(.identityFromFileName.found(identifier: facts.caller.identifier))
  }
}

/// Shortens the names of groups by the team prefix, if all groups have one team prefix.
///
/// Any other common prefix stays, because the name without this prefix would be the name of another
/// group.
private struct ShortNames {
  private let isShared: Bool

  init(of groups: [String]) {
    let prefixes = Set(
      groups.filter { $0 != Caller.tokenGroup }.map { $0.split(separator: ".").first ?? "" })
    isShared = prefixes.count == 1 && prefixes.allSatisfy { String($0).isTeam }
  }

  subscript(_ group: String) -> String { isShared ? group.dropPrefix ?? group : group }
}
