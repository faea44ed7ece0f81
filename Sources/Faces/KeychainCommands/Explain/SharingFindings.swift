// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import KeychainExplaining
import KeychainTypes

/// Whether two programs can share items (spec/diagnostics.md 5.4, K410).
enum SharingFindings {
  /// The groups that both hold; the token's is nobody's own.
  static func shared(_ first: Caller, _ second: Caller) -> [String] {
    let others = Set(second.groups)
    var seen: Set<String> = [Caller.tokenGroup]
    return first.groups.filter { others.contains($0) && seen.insert($0).inserted }
  }

  /// Why there is none; nil where there is one, and it is the one that is meant, if any is.
  ///
  /// - Parameter meant: the group that items are to be shared in.
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
    let lacks = meant == nil ? " \(Self.lacks(group, lacking))." : ""
    let finding = Finding(
      .sharingPartnerMismatch,
      "\(a) and \(b) do not share a group: \(reason(first, second, meant)).\(lacks)")
    return lacking.reduce(finding) { added(group, to: $1, profile, $0) }
  }

  /// What gives one of the two the group that the other has: the line for its file, or a whole
  /// file, which keeps the group that it has now.
  private static func added(
    _ group: String, to caller: Caller, _ profile: Profile, _ finding: Finding
  ) -> Finding {
    if caller.origin == .tool {
      return finding.fix("Name the program by --as PROGRAM: security itself has no list of groups.")
    }
    var store = StoreFacts()
    if case .entitlementsFile(let path) = caller.origin {
      store.entitlements = EntitlementsFile.text(at: path).flatMap { EntitlementsLayout($0) }
    }
    let facts = CallFacts(CallShape(.copyMatching, profile, caller), store: store)
    return GroupRecipe.added(to: finding, group, facts)
  }

  /// The group to share where none is named: one that a file lists rather than one that a program
  /// has by its name.
  private static func candidate(_ first: Caller, _ second: Caller) -> String {
    let callers = [first, second].filter { $0.origin != .tool }
    let listed = callers.first { if case .entitlementsFile = $0.origin { true } else { false } }
    return listed.flatMap { own($0).first } ?? callers.lazy.flatMap(own).first ?? ""
  }

  private static func lacks(_ group: String, _ callers: [Caller]) -> String {
    callers.map(name).joined(separator: " and ") + (callers.count == 1 ? " lacks " : " lack ")
      + Wording.visible(group)
  }

  /// The groups that a program can write to, each once.
  static func own(_ caller: Caller) -> [String] {
    var seen: Set<String> = [Caller.tokenGroup]
    return caller.groups.filter { seen.insert($0).inserted }
  }

  private static func name(_ caller: Caller) -> String { Wording.visible(caller.identifier) }

  private static func reason(_ first: Caller, _ second: Caller, _ meant: String?) -> String {
    if let meant {
      let group = Wording.visible(meant)
      let lacking = [first, second].filter { !$0.groups.contains(meant) }
      for caller in [first, second] {
        let near = caller.groups.first { $0 != meant && $0.lowercased() == meant.lowercased() }
        if let near { return "\(name(caller)) spells \(group) as \(Wording.visible(near))" }
      }
      return lacks(meant, lacking)
    }
    for one in own(first) {
      if let other = own(second).first(where: { $0.lowercased() == one.lowercased() }) {
        return "\(Wording.visible(one)) and \(Wording.visible(other)) are spelled differently"
      }
    }
    let teams = [first, second].map { team(of: $0) }
    if let one = teams[0], let other = teams[1], one != other {
      return "the teams differ, \(one) and \(other)"
    }
    return "each has groups of its own alone"
  }

  /// Ten capitals and digits before the first point of a group.
  private static func team(of caller: Caller) -> String? {
    for group in caller.groups {
      let prefix = group.split(separator: ".").first.map(String.init) ?? ""
      if prefix.isTeam { return prefix }
    }
    return nil
  }
}
