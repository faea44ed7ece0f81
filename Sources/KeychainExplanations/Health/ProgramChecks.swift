// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Who the program is and what it sees (spec/diagnostics.md 1.3, checks 3 to 6).
enum ProgramChecks {
  static func identity(_ facts: HealthFacts) -> HealthCheck {
    let caller = facts.caller
    let name = Wording.visible(caller.identifier)
    switch caller.origin {
    case .entitlementsFile(let path):
      if caller.groups.isEmpty {
        return HealthCheck(
          "identity", "none",
          [
            Finding(
              .signatureNotValid,
              "The entitlements file \(Wording.visible(path)) is void: the program has no groups."
            ).fix("Correct the file; each call answers -34018 until then.")
          ])
      }
      return HealthCheck("identity", "\(name), by \(Wording.visible(path))")
    case .adHoc:
      return HealthCheck(
        "identity", "\(name), by the name of its file",
        [
          Finding(
            .identityFromFileName,
            "No entitlements file: the identifier \(name) comes from the executable's name; "
              + "renaming it loses the items."
          ).fix("Put NAME.entitlements beside the executable.")
        ])
    case .tool:
      return HealthCheck("identity", "\(name), the owner's own tool: it sees all groups")
    case .simulated: return HealthCheck("identity", "\(name), as given")
    }
  }

  static func groups(_ facts: HealthFacts) -> HealthCheck {
    let groups = facts.caller.groups.map { Wording.visible($0) }
    guard let first = groups.first else {
      return HealthCheck(
        "groups", "none",
        [
          Finding(.noGroupsAtAll, "The program has no access group: each call answers -34018.")
            .fix("List one in keychain-access-groups.")
        ])
    }
    let listed = ([first + " (default)"] + groups.dropFirst()).joined(separator: ", ")
    return HealthCheck("groups", listed)
  }

  /// What the store remembers of programs.
  static let history = HealthCheck(
    "history", "not recorded: former groups and identifiers of a program are not known",
    least: .note)

  static func items(_ facts: HealthFacts) -> HealthCheck {
    let items = facts.items
    guard !items.isEmpty else { return HealthCheck("items", "none that this program may see") }
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
      "items", groups.isEmpty ? text : text + "; " + groups.joined(separator: ", "))
  }

  private static func group(_ item: ItemSummary) -> String? {
    if case .text(let group)? = item.attributes[.accessGroup] { group } else { nil }
  }
}
