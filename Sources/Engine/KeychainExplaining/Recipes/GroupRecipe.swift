// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Advice on the entitlements file of a program: the line that gives the program an access group,
/// and the effects of this line.
///
/// Specification/diagnostics.md, "-34018: identity, groups, the exact line".
package enum GroupRecipe {
  package static func added(to finding: Finding, _ name: String, _ facts: CallFacts) -> Finding {
    if facts.caller.origin == .simulated { return simulated(finding, name, facts) }
    if isWithoutFile(facts) {
      return finding.fix(fileWords(facts), code: wholeFile(adding: name, facts))
        .fix(.shared.startAgain)
    }
    let entry = GroupFindings.escaped(name)
    let file = GroupFindings.file(facts)
    let layout = facts.entitlements
    let isMissing = layout?.hasList == false
    let found = finding.fix(
      isMissing ? .shared.addToFile(file: file) : .shared.listInFile(file: file),
      code: layout?.lines(adding: entry) ?? ["<string>\(entry)</string>"])
    let restart =
      if case .entitlementsFile = facts.caller.origin {
        found.fix(.shared.startAgain)
      } else {
        found
      }
    // The new entry would be the first group of all, because listed groups come before the
    // identifier.
    if layout?.hasEntry == false {
      return restart.note(
        .shared.becomesFirst(former: facts.caller.groups.first.map { Wording.visible($0) }))
    }
    return restart.note(.shared.notFirst)
  }

  /// True if the program has no entitlements file and is known only by the name of its executable
  /// file.
  static func isWithoutFile(_ facts: CallFacts) -> Bool { facts.caller.origin == .adHoc }

  /// Returns the sentence that tells the user to write an entitlements file, with the name of that
  /// file.
  static func fileWords(_ facts: CallFacts) -> FindingText {
    let program = facts.caller.executable?.split(separator: "/").last.map(String.init)
    return .shared.writeFile(program: program.map { Wording.visible($0) } ?? "PROGRAM")
  }

  /// Returns the lines of an entitlements file for a program that has no entitlements file.
  ///
  /// The present group of the program stays first, because the program would otherwise not find its
  /// items.
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
    // The app is named by its whole identifier, because it is not known if a prefix was passed
    // apart.
    return finding.fix(
      .shared.listInApp,
      code: ["App(\(UpdateProgram.quoted(facts.caller.identifier)), groups: ["]
        + (own + [name]).map { "  \(UpdateProgram.quoted($0))," } + ["])"]
    ).fix(
      .shared.inFile, code: ["<string>\(GroupFindings.escaped(name))</string>"]
    ).note(.shared.notFirst)
  }
}
