// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The findings that explain -34018: a program has no right to an access group.
///
/// The token group, `com.apple.token`, is the access group of items on tokens such as smart cards.
/// No program can write to it.
///
/// Specification/diagnostics.md, "Tree 4: errSecMissingEntitlement", "-34018: identity, groups, the
/// exact line".
package enum GroupFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error?.code == .missingEntitlement, facts.error?.cause != .wrongValueKind else {
      return []
    }
    if facts.error?.cause == .restrictedAttribute {
      return [
        Finding(.restrictedCaller.missing(attribute: attributeName(facts))).fix(
          .restrictedCaller.remove(attribute: attributeName(facts)))
      ]
    }
    if let error = facts.error, error.cause == .invalidIdentity { return [void(error)] }
    let own = held(facts).filter { $0 != Caller.tokenGroup }
    guard let name = facts.refusedGroup else { return [withoutGroup(facts, own, wording)] }
    guard let place = former(name, facts) else { return [named(name, facts, own, wording)] }
    return [before(name, place, facts, wording)] + LostItemFindings.named(facts, wording)
  }

  /// Returns finding K405: the entitlements file of the program is invalid, so that every call of
  /// the program fails.
  package static func void(_ refusal: KeychainError) -> Finding {
    let file =
      if case .path(let path)? = refusal.context { Wording.visible(path) } else { String?.none }
    return Finding(
      .signatureNotValid.ignored(file: file, reason: refusal.reason, key: refusal.pair?.key)
    ).fix(.signatureNotValid.correct(file: file))
  }

  /// Returns the last known version of the program that held the access group `name`.
  ///
  /// Nil if no known version held the group, or if the program still holds the group.
  static func former(_ name: String, _ facts: CallFacts) -> ApplicationHistory.Generation? {
    guard let history = facts.former?.history, history.lostGroups(to: facts.caller).contains(name)
    else { return nil }
    return history.last(with: name)?.generation
  }

  /// Returns finding K401 for an access group that the program held in the past and lost in an
  /// update.
  ///
  /// The program held a group of this name before, so the call means this group, and not a group
  /// with a similar name.
  private static func before(
    _ name: String, _ last: ApplicationHistory.Generation, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let held: FindingText =
      last.version.map { .groupNotHeld.heldByVersion(version: Wording.visible($0)) }
      ?? .groupNotHeld.heldOn(day: wording.day(last.since))
    let finding = notHeld(name, facts, held)
    guard facts.former?.lost.isEmpty != false else { return finding.fix(.groupNotHeld.follow) }
    return GroupRecipe.added(to: finding, name, facts)
  }

  private static func notHeld(
    _ name: String, _ facts: CallFacts, _ before: FindingText? = nil
  ) -> Finding {
    let held = held(facts)
    return Finding(
      .groupNotHeld.notHeld(
        group: Wording.visible(name), n: held.count, only: Wording.visible(held.first ?? ""),
        identifier: Wording.visible(facts.caller.identifier), before: before?.description))
  }

  /// Returns the access groups that the program holds, without repetitions.
  ///
  /// The token group (`com.apple.token`) is listed only if the call names the token group or if the
  /// program has no other group (Specification/diagnostics.md, "-34018: identity, groups, the exact
  /// line").
  static func held(_ facts: CallFacts) -> [String] {
    var seen: Set<String> = []
    let groups = facts.caller.groups.filter { seen.insert($0).inserted }
    let others = groups.filter { $0 != Caller.tokenGroup }
    return others.isEmpty || facts.refusedGroup == Caller.tokenGroup ? groups : others
  }

  /// Returns the group of the program that the call probably meant when it named the refused group.
  ///
  /// The refused name lacks only the team prefix, or the two names differ slightly in spelling. Nil
  /// if no group of the program has a similar name, or if the program held the refused group in the
  /// past.
  package static func meant(_ facts: CallFacts) -> String? {
    guard let name = facts.refusedGroup, former(name, facts) == nil else { return nil }
    let own = held(facts)
    return own.first { $0.dropPrefix == name } ?? nearest(name, own)?.0
  }

  private static func attributeName(_ facts: CallFacts) -> String {
    if case .attribute(let attribute)? = facts.error?.context { attribute.name } else { "it" }
  }

  private static func withoutGroup(
    _ facts: CallFacts, _ own: [String], _ wording: Wording
  ) -> Finding {
    if facts.caller.groups.contains(Caller.tokenGroup), own.isEmpty {
      return Finding(.tokenGroupIsReadOnly.text(isOnly: true)).fix(.tokenGroupIsReadOnly.fix)
    }
    guard facts.caller.groups.isEmpty else {
      return Finding(
        .defaultGroupIs.notWritable(group: facts.caller.groups[0]), as: .error
      ).fix(.defaultGroupIs.fix)
    }
    return Finding(
      .noGroupsAtAll.text(
        program: facts.caller.identifier, isSimulated: facts.caller.origin == .simulated)
    ).fix(.noGroupsAtAll.fix)
  }

  private static func named(
    _ name: String, _ facts: CallFacts, _ own: [String], _ wording: Wording
  ) -> Finding {
    if name.isEmpty {
      return Finding(.groupNotHeld.empty).fix(
        .groupNotHeld.nameHeld(group: own.first.map { Wording.visible($0) }))
    }
    if name == Caller.tokenGroup, facts.verb == .copyMatching {
      return Finding(.groupNotHeld.token).fix(.groupNotHeld.ownGroup)
    }
    if name == Caller.tokenGroup {
      return Finding(.tokenGroupIsReadOnly.text(isOnly: false)).fix(.tokenGroupIsReadOnly.ownGroup)
    }
    if name.contains("*") || name.contains("?") {
      return Finding(.wildcardInGroup.text(group: Wording.visible(name))).fix(.wildcardInGroup.fix)
    }
    if let whole = own.first(where: { $0.dropPrefix == name }) {
      return Finding(
        .groupLacksTeamPrefix.text(name: Wording.visible(name), held: Wording.visible(whole))
      ).fix(
        .groupLacksTeamPrefix.inCode, code: ["kSecAttrAccessGroup: \(UpdateProgram.quoted(whole))"])
    }
    if let (group, words) = nearest(name, own) {
      return Finding(
        .groupSpelledDifferently.text(
          held: Wording.visible(group), difference: words, name: Wording.visible(name))
      ).fix(.groupSpelledDifferently.fix)
    }
    if let other = own.first(where: { $0.dropPrefix != nil && $0.dropPrefix == name.dropPrefix }) {
      return Finding(
        .sharingPartnerMismatch.otherTeam(name: Wording.visible(name), held: Wording.visible(other))
      ).fix(
        .sharingPartnerMismatch.inCode,
        code: ["kSecAttrAccessGroup: \(UpdateProgram.quoted(other))"])
    }
    return GroupRecipe.added(to: notHeld(name, facts), name, facts)
  }

  /// Returns the program's group with a similar name, and the difference of the names in words.
  ///
  /// Names are similar if they differ only in letter case. Names with equal team prefixes are also
  /// similar if at most two letters, and at most a sixth of all letters, differ. Nil if no group of
  /// the program has a similar name.
  ///
  /// Specification/diagnostics.md, "-34018: identity, groups, the exact line".
  private static func nearest(_ name: String, _ own: [String]) -> (String, FindingText)? {
    if let group = own.first(where: { $0.lowercased() == name.lowercased() }) {
      return (group, .groupSpelledDifferently.letterCase)
    }
    for group in own {
      let parts = [group, name].map { $0.split(separator: ".", maxSplits: 1) }
      guard parts[0].count == 2, parts[1].count == 2, parts[0][0] == parts[1][0] else { continue }
      let (left, right) = (String(parts[0][1]), String(parts[1][1]))
      guard let distance = TextDistance.within(2, left, right), distance <= left.count / 6 else {
        continue
      }
      return (group, .groupSpelledDifferently.letters(n: distance))
    }
    return nil
  }

  /// Returns the name of the entitlements file, for a sentence.
  static func file(_ facts: CallFacts) -> String {
    if case .entitlementsFile(let path) = facts.caller.origin {
      return Wording.visible(path.split(separator: "/").last.map(String.init) ?? path)
    }
    return FindingText.shared.yourFile.description
  }

  /// Returns a name as text for a property list in XML.
  ///
  /// Invisible characters are written as character references, and reserved characters are escaped.
  static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case _ where scalar.value < 0x20 || VisibleText.isUnseen(scalar):
        result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns finding K408: a program without entitlements is identified by the name of its
  /// executable file.
  static func nameFromFile(_ facts: CallFacts) -> Finding {
    Finding(.identityFromFileName.text(name: Wording.visible(facts.caller.identifier)))
  }

  /// Returns finding K411, which names the access group that new items go to by default.
  static func defaultGroup(_ facts: CallFacts, _ wording: Wording) -> Finding {
    let others = facts.caller.groups.map { wording.group($0) }.joined(separator: ", ")
    return Finding(.defaultGroupIs.text(group: facts.caller.groups.first ?? "", list: others)).fix(
      .defaultGroupIs.fix)
  }
}

extension CallFacts {
  /// The access group that the call names and that was refused to the program.
  ///
  /// For an update, this is the new group if the program holds the group of the query. The token
  /// group (`com.apple.token`) is treated as refused even if the program holds it, because no
  /// program can write to the token group. Nil if the call names no group.
  package var refusedGroup: String? {
    let holdsOwn = asked.group.name.map { name in
      name != Caller.tokenGroup && shape.caller.groups.contains { $0.utf8.elementsEqual(name.utf8) }
    }
    if let name = asked.newGroup.name, holdsOwn != false { return name }
    return asked.group.name
  }
}

extension String {
  /// True if the text looks like a team identifier: ten characters, each a capital letter or a
  /// digit.
  package var isTeam: Bool {
    utf8.count == 10 && utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
  }

  /// The part of a group name after the team prefix, which ends with the first full stop.
  ///
  /// Nil if the name has no full stop.
  var dropPrefix: String? {
    guard let point = firstIndex(of: ".") else { return nil }
    return String(self[index(after: point)...])
  }
}
