// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// Checks of the examined program: its identity, groups, history and items
/// (Specification/diagnostics.md, "security doctor", checks 3 to 6).
///
/// The examined program is the program that the user names, for example by `--as`, or `security`
/// itself.
enum ProgramChecks {
  static func identity(_ facts: HealthFacts) -> HealthCheck {
    let caller = facts.caller
    let name = Wording.visible(caller.identifier)
    switch caller.origin {
    case .entitlementsFile(let path):
      if let refusal = caller.refusal {
        return HealthCheck("identity", "none", [GroupFindings.void(refusal)])
      }
      return HealthCheck("identity", "\(name), by \(Wording.visible(path))")
    case .adHoc:
      return HealthCheck(
        "identity", "\(name), by the name of its file",
        [
          Finding(.identityFromFileName.text(name: name)).fix(
            .identityFromFileName.putFile(name: name))
        ])
    case .tool:
      return HealthCheck("identity", "\(name), the owner's own tool: it sees all groups")
    case .simulated, .named: return HealthCheck("identity", "\(name), as given")
    }
  }

  static func groups(_ facts: HealthFacts) -> HealthCheck {
    guard facts.caller.refusal == nil else {
      return HealthCheck("groups", "no groups: the entitlements file is void", least: .note)
    }
    let groups = facts.caller.groups.map { Wording.visible($0) }
    guard let first = groups.first else {
      return HealthCheck(
        "groups", "none",
        [
          Finding(.noGroupsAtAll.noGroup)
            .fix(.noGroupsAtAll.list)
        ])
    }
    let listed = ([first + " (default)"] + groups.dropFirst()).joined(separator: ", ")
    return HealthCheck("groups", listed)
  }

  /// Returns the check `history`: the history that the store keeps of the program examined by
  /// `doctor`.
  ///
  /// If `security` itself is examined, the check is about the histories of all programs.
  static func history(_ facts: HealthFacts) -> HealthCheck {
    if let unknown = facts.unknown { return HealthCheck("history", unknown, least: .note) }
    if facts.caller.seesAllGroups, !facts.remembered.isEmpty {
      let names = facts.remembered.suffix(8).map { Wording.visible($0) }.joined(separator: ", ")
      return HealthCheck("history", "of \(facts.remembered.count): \(names)")
    }
    if facts.caller.seesAllGroups, facts.rememberedCount > 0 {
      let count = facts.rememberedCount
      return HealthCheck(
        "history", "of \(count) \(count.are("program", "programs")); --owner names them")
    }
    let elsewhere = facts.otherStore.map {
      [$0.finding(Wording.visible(facts.caller.identifier))]
    }
    guard let history = facts.history, let first = history.generations.first else {
      return HealthCheck(
        "history", "no history is kept", renamed(facts) + (elsewhere ?? []), least: .note)
    }
    let count = history.generations.count
    var text =
      "\(count) \(count.are("version", "versions")), since \(facts.wording.date(first.since))"
    let lost = history.lostGroups(to: facts.caller)
    if !lost.isEmpty {
      text += "; held before and not now: " + lost.map(Wording.visible).joined(separator: ", ")
    }
    return HealthCheck(
      "history", text,
      facts.leftBehind.map { left(behind: $0, history, facts.wording) } + reordered(facts, history)
        + fromBefore(facts) + renamed(facts) + (elsewhere ?? []))
  }

  /// Returns a finding K504 for each program in `facts.gone`: its items exist, but its executable
  /// file is gone.
  ///
  /// These programs have no entitlements, and the program examined by `doctor` is not among them.
  /// Without entitlements, the identifier of a program is the name of its file, so the program may
  /// only have been renamed.
  private static func renamed(_ facts: HealthFacts) -> [Finding] {
    Dictionary(grouping: facts.gone, by: \.group).sorted { $0.key < $1.key }.map { name, places in
      let count = places.reduce(0) { $0 + $1.count }
      return Finding(
        .identityChanged.gone(
          old: Wording.visible(name), path: places.first?.executable.map { Wording.visible($0) },
          new: Wording.visible(facts.caller.identifier), n: count), as: .warning
      ).about(places.flatMap(\.items))
        .why(.identityChanged.knownByFile)
        .fix(
          .identityChanged.moveIfSame,
          code: [LostItemFindings.adopting(name, facts.caller)])
    }
  }

  /// Returns finding K503 if the first access group of the program has changed.
  ///
  /// Empty if the group that is first today was also first before.
  private static func reordered(
    _ facts: HealthFacts, _ history: ApplicationHistory
  ) -> [Finding] {
    guard let now = facts.caller.groups.first,
      let before = history.formerDefault(of: facts.caller)
    else { return [] }
    return [PastFindings.reordered(from: before.group, to: now)]
  }

  /// Returns finding K511 if items of the program are older than its present installation.
  ///
  /// Empty if the program has no such items.
  private static func fromBefore(_ facts: HealthFacts) -> [Finding] {
    guard let installation = facts.installation else { return [] }
    let count = installation.count
    return [
      Finding(
        .leftFromEarlierInstallation.text(n: count, date: facts.wording.date(installation.since))
      ).fix(.leftFromEarlierInstallation.cleanUp)
    ]
  }

  private static func left(
    behind place: FormerAccess.Place, _ history: ApplicationHistory, _ wording: Wording
  ) -> Finding {
    let last = history.last(with: place.group)
    return Finding(
      .groupRemovedInThisVersion.held(
        group: Wording.visible(place.group), until: last?.until.map { wording.date($0) },
        version: nil, n: place.count), as: .warning
    ).about(place.items)
      .fix(.groupRemovedInThisVersion.explain)
  }

  static func items(_ facts: HealthFacts) -> HealthCheck {
    if let unknown = facts.unknown { return HealthCheck("items", unknown, least: .note) }
    let items = facts.items
    guard !items.isEmpty else {
      let isKnown = facts.store.unreadable == nil
      return HealthCheck(
        "items", isKnown ? "no items that this program may see" : "not known: the store is damaged",
        least: isKnown ? .ok : .note)
    }
    var words: [String] = []
    let states: [(ItemSummary.State, String)] = [
      (.readable, "readable now"), (.prompt, "after a prompt"), (.locked, "locked"),
      (.lost, "lost with their key"), (.damaged, "damaged"),
    ]
    for (state, name) in states {
      let count = items.count { $0.state == state }
      if count > 0 { words.append("\(count) \(name)") }
    }
    let groups = Dictionary(grouping: items.compactMap(group)) { $0 }
      .sorted { $0.key < $1.key }.prefix(8)
      .map { "\($0.value.count) in \(Wording.visible($0.key))" }
    let text = words.joined(separator: ", ")
    return HealthCheck(
      "items", groups.isEmpty ? text : text + "; " + groups.joined(separator: ", "),
      neverSyncing(items))
  }

  private static func neverSyncing(_ items: [ItemSummary]) -> [Finding] {
    let bound = items.filter { $0.isSynchronizable && $0.protection?.isThisDeviceOnly == true }
    guard !bound.isEmpty else { return [] }
    return [
      Finding(.synchronizableNeverSyncs.items(n: bound.count)).fix(.synchronizableNeverSyncs.choose)
    ]
  }

  private static func group(_ item: ItemSummary) -> String? {
    if case .text(let group)? = item.attributes[.accessGroup] { group } else { nil }
  }
}
