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
    let until = last?.until.map { " until \(wording.day($0))" } ?? ""
    let version = last?.generation.version.map { " (version \(Wording.visible($0)))" } ?? ""
    return Finding(
      .groupRemovedInThisVersion,
      "This program held \(Wording.visible(place.group))\(until)\(version). "
        + "\(created(place.count)) there, untouched."
    ).about(place.items)
  }

  private static func removed(_ place: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    Finding(
      .defaultGroupChanged,
      "keychain-access-groups was removed as a whole: new items went to "
        + "\(Wording.visible(place.group)), now to \(facts.caller.identifier). Searches in your "
        + "groups still see \(Wording.visible(place.group)): no. "
        + "\(created(place.count)) there, untouched."
    ).about(place.items)
  }

  private static func created(_ count: Int) -> String {
    "\(Wording.items(count)) it created \(count.are("is", "are"))"
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
      finding = finding.with(.history, start + (groups.isEmpty ? "no group" : listed))
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
  ) -> String {
    let stays = "An item stays in the group it was added to."
    guard let generation, generation.groups.first == place.group else { return stays }
    let who = generation.version.map { "Version \(Wording.visible($0))" } ?? "The program"
    let name = ShortNames(of: generation.groups)[place.group]
    return stays
      + " \(who) had \(Wording.visible(name)) as its first group, and items that are added "
      + "without kSecAttrAccessGroup go there."
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
    let isNamed = facts.refusedGroup == place.group
    let rename = isNamed ? "Name \(Wording.visible(target)) in code, then remove" : "Remove"
    let name = Wording.visible(
      ShortNames(of: [place.group] + facts.caller.groups)[place.group])
    let version = facts.former?.history?.last(with: place.group)?.generation.version
    let older = version.map { "no \(Wording.visible($0)) is left" } ?? "no older version is left"
    let step = GroupRecipe.isWithoutFile(facts)
    return taken(finding, place, wording).fix(
      step
        ? "1. \(GroupRecipe.fileWords(facts))"
        : "1. Put the line back into keychain-access-groups of \(GroupFindings.file(facts))"
          + (facts.caller.groups.first == facts.caller.identifier
            ? ":" : ", after the first entry:"),
      code: step
        ? GroupRecipe.wholeFile(adding: place.group, facts)
        : ["   <string>\(GroupFindings.escaped(place.group))</string>"]
    ).fix("2. \(restart(facts))").fix(
      "3. Move the items once, in the foreground:",
      code: moving(itemClass, place, to: target, facts)
    ).fix("4. \(rename) \(name) in a later version, when \(older).").note(
      "-25299 in step 3 means that the new group already has an item with that key: choose which "
        + "item to keep. Persistent references stay as they are."
    ).note(
      "Step 3 moves every item of the class in \(name), also those of other programs: if the group "
        + "is shared, give the service or account as well.")
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
    let more = count > shown ? ", the first \(shown) of them below" : ""
    var finding = finding.note(
      "\(Wording.items(count)) with \(count.are("an equal key is", "equal keys are")) in the new "
        + "group already\(more): step 3 answers -25299 and moves nothing until you remove one item "
        + "of each pair, by its whole key with its group. Choose which items to keep:")
    // Listed as notes, because items of the finding would be mistaken for the lost items.
    for item in place.taken.prefix(shown) {
      finding = finding.note(wording.item(item) + (wording.dates(item).map { "  \($0)" } ?? ""))
    }
    return finding
  }

  private static func restart(_ facts: CallFacts) -> String {
    switch facts.caller.origin {
    case .entitlementsFile, .adHoc, .tool, .named: "Nothing to sign: start the program again."
    case .simulated: "Install that version by SimulatedDevice.upgrade(_:_:version:)."
    }
  }

  private static func intact(_ places: [FormerAccess.Place]) -> Finding {
    let names = places.map { Wording.visible($0.group) }.joined(separator: ", ")
    let count = places.reduce(0) { $0 + $1.count }
    return Finding(
      .itemsIntactElsewhere,
      "\(Wording.items(count)) created by this program \(count.are("exists", "exist")) in "
        + "\(names); nothing was deleted.")
  }

  private static func readding(_ place: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let name = Wording.visible(
      ShortNames(of: [place.group] + facts.caller.groups)[place.group])
    return Finding(
      .deleteAndReaddCannotHelp,
      "Delete and add again does not help: SecItemDelete cannot see "
        + "\(name) either, and the add would make a second item.")
  }

  /// Returns finding K504: the executable file was renamed, so that the program has a new
  /// identifier.
  private static func renamed(_ other: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let count = other.items.count
    return Finding(
      .identityChanged,
      "The executable was renamed: identifier \(Wording.visible(other.group)) became "
        + "\(facts.caller.identifier); \(Wording.items(count)) "
        + "\(count.are("matches", "match")) there."
    ).about(other.items)
      .why("Without entitlements a program is known by the name of its file.")
      .fix(
        "Give the program the old group too. \(GroupRecipe.fileWords(facts))",
        code: GroupRecipe.wholeFile(adding: other.group, facts)
      ).fix(
        "Or, if no program has the old name any more, move the items:",
        code: [adopting(other.group, facts.caller)])
  }

  /// Returns finding K208: the matching items belong to another program without entitlements.
  ///
  /// The finding is not for a case in which the caller may be the other program under a new name.
  /// That case has finding K504. In that case, the file of the other program is gone, and that
  /// program was not in use after the caller was first seen.
  private static func ofAnother(_ other: FormerAccess.Place, _ facts: CallFacts) -> Finding {
    let count = other.items.count
    let place = other.executable.map { " (\(Wording.visible($0)))" } ?? ""
    return Finding(
      .inAGroupNotYours,
      "\(Wording.items(count)) of another program, \(Wording.visible(other.group))\(place), "
        + "\(count.are("matches", "match")); \(Wording.visible(facts.caller.identifier)) does not "
        + "see \(count.are("it", "them"))."
    ).about(other.items)
      .why("Without entitlements a program is known by the name of its file.")
      .fix(
        "Run the program that made \(count.are("it", "them")), or share the group. "
          + GroupRecipe.fileWords(facts),
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
    Finding(
      .identityFromFileName,
      "Identifier from the file name: \(facts.caller.identifier). Renaming the program loses its "
        + "items.")
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
