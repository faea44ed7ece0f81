// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The line that gives a program a group, and what follows from it (spec/diagnostics.md 6.3).
package enum GroupRecipe {
  package static func added(to finding: Finding, _ name: String, _ facts: CallFacts) -> Finding {
    if facts.caller.origin == .simulated { return simulated(finding, name, facts) }
    if isWithoutFile(facts) {
      return finding.fix(fileWords(facts), code: wholeFile(adding: name, facts))
        .fix("Nothing to sign: start the program again.")
    }
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

  /// Whether the program is known by the name of its file alone.
  static func isWithoutFile(_ facts: CallFacts) -> Bool { facts.caller.origin == .adHoc }

  /// Which file is to be made.
  static func fileWords(_ facts: CallFacts) -> String {
    let program = facts.caller.executable?.split(separator: "/").last.map(String.init)
    let name = program.map { Wording.visible($0) } ?? "PROGRAM"
    return
      "There is no entitlements file: write \(name).entitlements beside the program, whole, as "
      + "it keeps the group that the program has now:"
  }

  /// An entitlements file for a program that has none: with its group of now left out, or behind
  /// the other one, its items would not be found any more.
  static func wholeFile(adding name: String, _ facts: CallFacts) -> [String] {
    let identifier = GroupFindings.escaped(facts.caller.identifier)
    return [
      "<plist version=\"1.0\"><dict>", "<key>application-identifier</key>",
      "<string>\(identifier)</string>", "<key>keychain-access-groups</key>", "<array>",
      "  <string>\(identifier)</string>", "  <string>\(GroupFindings.escaped(name))</string>",
      "</array>", "</dict></plist>",
    ]
  }

  private static func simulated(_ finding: Finding, _ name: String, _ facts: CallFacts) -> Finding {
    let own = facts.caller.groups.filter {
      $0 != Caller.tokenGroup && $0 != facts.caller.identifier
    }
    // The whole identifier names the app: nobody can tell any more whether a prefix was given
    // apart.
    return finding.fix(
      "List it in the entitlements of the simulated app:",
      code: ["App(\(UpdateProgram.quoted(facts.caller.identifier)), groups: ["]
        + (own + [name]).map { "  \(UpdateProgram.quoted($0))," } + ["])"]
    ).fix(
      "In an entitlements file:", code: ["<string>\(GroupFindings.escaped(name))</string>"]
    ).note("Not as the first entry: that one is where new items go.")
  }
}
