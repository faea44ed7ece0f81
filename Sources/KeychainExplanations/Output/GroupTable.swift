// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The groups that a program holds, where it was refused one (spec/diagnostics.md 5.4, 6.3).
enum GroupTable {
  /// More groups than this are counted.
  private static let most = 20
  private static let width = 36

  static func lines(_ facts: CallFacts) -> [String] {
    guard facts.error?.code == .missingEntitlement, !facts.caller.groups.isEmpty else { return [] }
    let groups = GroupFindings.held(facts)
    let own = groups.filter { $0 != Caller.tokenGroup }
    let meant = GroupFindings.meant(facts)
    var isOfFile = false
    if case .entitlementsFile = facts.caller.origin { isOfFile = true }
    let title = "  groups you hold"
    var lines = [isOfFile ? TextBlock.padded(title, to: width + 5) + "from" : title]
    for (place, group) in groups.prefix(most).enumerated() {
      let name = TextBlock.cut(Wording.visible(group), to: isOfFile ? width - 1 : 52)
      var line = "  \(place + 1) "
      if isOfFile {
        line += TextBlock.padded(name, to: width) + origin(of: group, last: own.last, facts)
      } else {
        line += name
      }
      if group == meant { line += "   <- nearest" }
      if groups.count == 1 {
        line += "   default"
      } else if place == groups.count - 1 {
        // Beside the mark of the nearest there may be no room for it.
        if line.count + 13 > TextBlock.width {
          lines.append(line)
          line = "   "
        }
        line += "   default: 1"
      }
      lines.append(line)
    }
    if groups.count > most { lines.append("  and \(groups.count - most) more; default: 1") }
    return lines
  }

  /// The entitlement that a group comes from.
  ///
  /// The identifier stands behind what is listed; the token's group is behind all, and listed by
  /// nobody where every program has it.
  private static func origin(of group: String, last: String?, _ facts: CallFacts) -> String {
    if group == Caller.tokenGroup, facts.profile == .dataProtection { return "every program" }
    let isIdentifier = group == facts.caller.identifier && group == last
    return isIdentifier ? "application-identifier" : "keychain-access-groups"
  }
}
