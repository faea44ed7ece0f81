// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import KeychainExplaining
import KeychainTypes

/// Finds out whether two programs have a common access group and can thus share items
/// (Specification/diagnostics.md, "Tree 4: errSecMissingEntitlement", K410).
enum SharingFindings {
  /// Returns the access groups that the first and the second program have in common.
  ///
  /// The token group (`Caller.tokenGroup`) is left out, because every program has it. Empty if
  /// there are no other common groups.
  static func shared(_ first: Caller, _ second: Caller) -> [String] {
    let others = Set(second.groups)
    var seen: Set<String> = [Caller.tokenGroup]
    return first.groups.filter { others.contains($0) && seen.insert($0).inserted }
  }

  /// Returns the finding that explains why two programs do not share an access group.
  ///
  /// Nil if the programs share the group `meant` or, if `meant` is nil, any group.
  ///
  /// - Parameter meant: The access group in which the programs are to share items; nil for any
  ///   group.
  static func mismatch(
    _ first: Caller, _ second: Caller, _ profile: Profile, meant: String?
  ) -> Finding? {
    let shared = shared(first, second)
    if let meant {
      if shared.contains(meant) { return nil }
    } else if !shared.isEmpty {
      return nil
    }
    let (a, b) = (name(first), name(second))
    let group = meant ?? candidate(first, second)
    let lacking = [first, second].filter { !$0.groups.contains(group) }
    let lacks = meant == nil ? Self.lacks(group, lacking).description : nil
    let finding = Finding(
      .sharingPartnerMismatch.text(
        a: a, b: b, reason: reason(first, second, meant), lacks: lacks))
    return lacking.reduce(finding) { added(group, to: $1, profile, $0) }
  }

  /// Returns the finding with the fix that adds an access group to a program.
  ///
  /// The fix is a line for the program's entitlements file. If the program has no entitlements
  /// file, the fix is a whole file, which includes the program's present group.
  private static func added(
    _ group: String, to caller: Caller, _ profile: Profile, _ finding: Finding
  ) -> Finding {
    if caller.origin == .tool {
      return finding.fix(.sharingPartnerMismatch.nameProgram)
    }
    var store = StoreFacts()
    if case .entitlementsFile(let path) = caller.origin {
      store.entitlements = EntitlementsFile.text(at: path).flatMap { EntitlementsLayout($0) }
    }
    let facts = CallFacts(CallShape(.copyMatching, profile, caller), store: store)
    return GroupRecipe.added(to: finding, group, facts)
  }

  /// Returns the access group that a fix recommends for two programs if the user has named no
  /// group.
  ///
  /// A group from an entitlements file is preferred to a group that comes from the name of a
  /// program.
  private static func candidate(_ first: Caller, _ second: Caller) -> String {
    let callers = [first, second].filter { $0.origin != .tool }
    let listed = callers.first { if case .entitlementsFile = $0.origin { true } else { false } }
    return listed.flatMap { own($0).first } ?? callers.lazy.flatMap(own).first ?? ""
  }

  private static func lacks(_ group: String, _ callers: [Caller]) -> FindingText {
    .sharingPartnerMismatch.lacks(
      first: callers.first.map(name) ?? "",
      second: callers.count > 1 ? callers.last.map(name) : nil, n: callers.count,
      group: Wording.visible(group))
  }

  /// Returns the access groups in which a program can create items, each only once.
  static func own(_ caller: Caller) -> [String] {
    var seen: Set<String> = [Caller.tokenGroup]
    return caller.groups.filter { seen.insert($0).inserted }
  }

  private static func name(_ caller: Caller) -> String { Wording.visible(caller.identifier) }

  private static func reason(
    _ first: Caller, _ second: Caller, _ meant: String?
  ) -> FindingText {
    if let meant {
      let group = Wording.visible(meant)
      let lacking = [first, second].filter { !$0.groups.contains(meant) }
      for caller in [first, second] {
        let near = caller.groups.first { $0 != meant && $0.lowercased() == meant.lowercased() }
        if let near {
          return .sharingPartnerMismatch.spells(
            program: name(caller), group: group, other: Wording.visible(near))
        }
      }
      return lacks(meant, lacking)
    }
    for one in own(first) {
      if let other = own(second).first(where: { $0.lowercased() == one.lowercased() }) {
        return .sharingPartnerMismatch.spelled(
          group: Wording.visible(one), other: Wording.visible(other))
      }
    }
    let teams = [first, second].map { team(of: $0) }
    if let one = teams[0], let other = teams[1], one != other {
      return .sharingPartnerMismatch.teams(a: one, b: other)
    }
    return .sharingPartnerMismatch.ownGroups
  }

  /// Returns the team identifier of a program: ten capital letters and digits before the first dot
  /// of an access group.
  ///
  /// Nil if no group of the program begins with a team identifier.
  private static func team(of caller: Caller) -> String? {
    for group in caller.groups {
      let prefix = group.split(separator: ".").first.map(String.init) ?? ""
      if prefix.isTeam { return prefix }
    }
    return nil
  }
}
