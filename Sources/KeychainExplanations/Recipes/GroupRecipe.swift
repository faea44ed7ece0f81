// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The line that gives a program a group, and what follows from it (spec/diagnostics.md 6.3).
enum GroupRecipe {
  static func added(to finding: Finding, _ name: String, _ facts: CallFacts) -> Finding {
    if facts.caller.origin == .simulated { return simulated(finding, name, facts) }
    let entry = GroupFindings.escaped(name)
    let file = GroupFindings.file(facts)
    let layout = facts.entitlements
    let isMissing = layout?.hasList == false
    let found = finding.fix(
      isMissing ? "Add to \(file):" : "List it in keychain-access-groups of \(file):",
      code: layout?.lines(adding: entry) ?? ["<string>\(entry)</string>"])
    let restart =
      if case .entitlementsFile = facts.caller.origin {
        found.fix("Nothing to sign: start the program again.")
      } else {
        found
      }
    // It would be the first of all: those of the list come before the identifier.
    if layout?.hasEntry == false {
      let former = facts.caller.groups.first.map { ", no more to \(Wording.visible($0))" } ?? ""
      return restart.note(
        "It becomes the first group: new items without kSecAttrAccessGroup go there\(former) "
          + "(K503 for the next version).")
    }
    return restart.note("Not as the first entry: that one is where new items go.")
  }

  private static func simulated(_ finding: Finding, _ name: String, _ facts: CallFacts) -> Finding {
    let own = facts.caller.groups.filter {
      $0 != Caller.tokenGroup && $0 != facts.caller.identifier
    }
    let prefix = facts.caller.identifier.split(separator: ".").first.map(String.init) ?? ""
    return finding.fix(
      "List it in the entitlements of the simulated app:",
      code: ["entitlements: .init(prefix: \(UpdateProgram.quoted(prefix)), groups: ["]
        + (own + [name]).map { "  \(UpdateProgram.quoted($0))," } + ["])"]
    ).fix(
      "In an entitlements file:", code: ["<string>\(GroupFindings.escaped(name))</string>"]
    ).note("Not as the first entry: that one is where new items go.")
  }
}
