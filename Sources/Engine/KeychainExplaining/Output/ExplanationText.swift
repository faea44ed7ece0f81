// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension Explanation {
  /// Returns the explanation as text with lines of at most 80 columns.
  ///
  /// Specification/diagnostics.md, "Text of explanations".
  ///
  /// - Parameters:
  ///   - showsInfo: true to include findings of severity info.
  ///   - isColoured: true to print the code and the severity of findings in colour, for a terminal.
  ///   - program: the name of the program as the start of the first line, if a real call is
  ///     explained. If empty, the first line has no program name.
  ///   - endsWithStatus: true to add a last line with the exit status of the command.
  package func text(
    showsInfo: Bool = false, isColoured: Bool = false, program: String = "",
    endsWithStatus: Bool = false
  ) -> String {
    // The indent does not depend on the digits of the process identifier.
    let indent = String(repeating: " ", count: program.isEmpty ? 2 : 20)
    var lines = TextBlock.wrap(program + verdict, indent: indent, to: TextBlock.width)
    lines += TextBlock.wrap("as \(circumstances)", indent: "   ", to: TextBlock.width)
    let call = facts.isDryRun ? "" : facts.callWords(wording)
    if !call.isEmpty { lines += TextBlock.wrap("call: " + call, indent: "      ") }
    if let error = facts.error, facts.verb.subject != .items,
      !findings.contains(where: \.isDeciding)
    {
      lines += TextBlock.wrap("decided: \(error.reason)", indent: "         ")
    }
    lines += table(KeychainTable.lines(facts))
    if let plan = facts.plan { lines += table(plan.lines) }
    lines += table(conditions) + table(nearest) + table(GroupTable.lines(facts))
    let shown = findings.filter { finding in
      showsInfo || finding.severity < .info || finding.code == .nothingToReport
        || finding.code == .howToChangeProtection && !facts.isDryRun
    }
    if !shown.isEmpty { lines.append("") }
    for finding in shown { lines += finding.lines(isColoured: isColoured) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    if endsWithStatus { lines += ["", "exit status \(exitStatus)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let answer = facts.isDryRun ? "would answer" : "answered"
    let asked = facts.asks.first.map { ", after asking for \(Wording.words(of: $0))" } ?? ""
    return "\(facts.function) \(answer) \(status) \(facts.statusName)\(asked)"
  }

  private var circumstances: String {
    var words: [String] = []
    let identifier = Wording.visible(facts.caller.identifier)
    switch facts.caller.origin {
    case .entitlementsFile:
      let isAsked = facts.error?.code == .missingEntitlement
      let isVoid = facts.caller.refusal != nil ? " is void" : ""
      words.append(identifier + (isAsked ? " (entitlements file\(isVoid))" : ""))
    case .adHoc: words.append("\(identifier) (from the file name)")
    case .tool, .simulated: words.append(identifier)
    case .named: words.append("\(identifier) (as given)")
    }
    // If items are lost, the version explains what an earlier version left behind. The rules of the
    // profile do not.
    let isLost = facts.former?.lost.isEmpty == false
    if isLost, let version = facts.caller.version {
      words.append("version \(Wording.visible(version))")
    }
    // Neither the lock state nor the rules of the profile decide about groups.
    if facts.error?.code == .missingEntitlement, facts.assumptions.isEmpty { return words[0] }
    let assumed = facts.assumptions
    let isStandard = facts.profile == .dataProtection
    if let first = assumed.first(where: { $0.isLockState }) {
      words.append("ASSUMED " + first.words)
    } else if facts.device.isKnown {
      words += lock(withFirstUnlock: isStandard)
    }
    words += assumed.filter { !$0.isLockState }.map { "ASSUMED \($0.words)" }
    // While locked, the line shows the times of lock and unlock. They matter more than the profile.
    let isTold = facts.device.firstUnlock == nil || facts.device.lock != .locked || !isStandard
    guard facts.isProfileKnown else { return words.joined(separator: ", ") }
    if assumed.isEmpty, isTold, !isLost { words.append("profile \(facts.profileName)") }
    return words.joined(separator: ", ")
  }

  /// Returns the lock state in words.
  ///
  /// For example `unlocked`, or `locked since 14:02` and `first unlock 08:12` if the times are
  /// known.
  ///
  /// - Parameter withFirstUnlock: true to add the time of the first unlock for a locked device.
  private func lock(withFirstUnlock: Bool) -> [String] {
    let device = facts.device
    func time(_ moment: Instant?, after words: String) -> String? {
      guard let moment, let now = device.now else { return nil }
      return words + wording.time(moment, on: now)
    }
    switch device.lock {
    case .unlocked: return ["unlocked"]
    case .locked:
      let since = time(device.lockedSince, after: "locked since ") ?? "locked"
      let first = withFirstUnlock ? time(device.firstUnlock, after: "first unlock ") : nil
      return [since] + [first].compactMap { $0 }
    case .beforeFirstUnlock:
      return ["before first unlock" + (time(device.started, after: ", started ") ?? "")]
    }
  }

  private func table(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

  /// The table with the number of items that meet each condition alone, and all conditions
  /// together.
  ///
  /// Empty if the call did not fail with "not found", or if the class has no items.
  private var conditions: [String] {
    guard facts.error?.code == .itemNotFound, let absence = facts.absence, let query = facts.query,
      absence.classCount > 0
    else { return [] }
    func many(_ count: Int) -> String { absence.hasMore ? ">\(count)" : "\(count)" }
    var rows = [("class \(query.itemClass.rawValue)", many(absence.classCount))]
    let ordered = absence.counts.sorted { left, right in
      guard let first = left.attribute, let second = right.attribute else { return false }
      return Wording.comesBefore(first, second, in: query.itemClass)
    }
    for count in ordered {
      guard let attribute = count.attribute else { continue }
      let value = query.predicates.first { $0.attribute == attribute }?.value
      rows.append((wording.condition(attribute, value, "  "), "\(count.count)"))
    }
    if query.sync == .implied {
      rows.append(("sync  0 (implied)", many(absence.localCount)))
    }
    let width = min(40, max(18, rows.map(\.0.count).max() ?? 0))
    let middle = rows.count / 2
    return [
      "  conditions alone match" + String(repeating: " ", count: max(2, width - 10)) + "together"
    ]
      + rows.enumerated().map { place, row in
        let number = String(repeating: " ", count: max(0, 6 - row.1.count)) + row.1
        let name = TextBlock.padded(TextBlock.cut(row.0, to: width), to: width)
        let end = place == middle ? "    0 of \(many(absence.classCount))" : ""
        return "    " + name + number + end
      }
  }

  private var nearest: [String] {
    guard !nearMisses.isEmpty, facts.error?.code == .itemNotFound else { return [] }
    var lines = ["Nearest items", "    item  fails             how"]
    for miss in nearMisses {
      let names = miss.failures.map { $0.attribute?.name ?? "filter" }.joined(separator: ", ")
      let how = miss.failures.map { wording.how($0, in: miss.item) }.joined(separator: "; ")
      let start = "    \(wording.id(miss.item))  " + TextBlock.padded(names, to: 16) + "  "
      lines += TextBlock.wrap(start + how, indent: String(repeating: " ", count: 28))
    }
    return lines
  }
}

extension CallFacts.Assumption {
  package var isLockState: Bool {
    switch self {
    case .unlocked, .locked, .beforeFirstUnlock: true
    case .background, .headless, .noPasscode: false
    }
  }

  var words: String {
    switch self {
    case .unlocked: "unlocked"
    case .locked: "locked"
    case .beforeFirstUnlock: "before first unlock"
    case .background: "in background"
    case .headless: "without terminal and display"
    case .noPasscode: "without a passcode"
    }
  }
}

extension Wording {
  /// Returns, in words, how an item fails a condition, for example `acct differs in letter case`.
  package func how(_ failure: NearMiss.Failure, in item: ItemFact) -> String {
    let name = failure.attribute?.name ?? ""
    switch failure.how {
    case .synchronizable: return item.isSynchronizable ? "item is synchronizable" : "item is local"
    case .group: return "item is in \(item.group.map { group($0) } ?? "another group")"
    case .kind: return "\(name) is of another kind"
    case .form(let words):
      return failure.attribute == .port ? "\(name) \(words)" : "\(name) differs in \(words)"
    case .protection: return "protection is \(item.protection.name)"
    case .filter(let filter): return "dropped by the \(filter.word) filter"
    case .isNotStored: return "\(name) not stored"
    case .isEmpty: return "\(name) is empty"
    case .differs: return "\(name) differs"
    case .differsIn(let letters): return "\(name) differs in \(Self.letters(letters))"
    }
  }

  static func letters(_ count: Int) -> String { count == 1 ? "1 letter" : "\(count) letters" }

  /// Returns true if a finding writes "in other" before these words for a difference of two values.
  ///
  /// For example, a value is stored "in other letter case". Before other words, the finding writes
  /// "except for".
  static func isSpelling(_ words: String) -> Bool {
    words == "letter case" || words == "Unicode form"
  }
}

/// The table of the access groups that a program holds.
///
/// A report has the table if an access group was refused to the program.
///
/// Specification/diagnostics.md, "Tree 4: errSecMissingEntitlement", "-34018: identity, groups, the
/// exact line".
private enum GroupTable {
  /// The greatest number of access groups that the table lists.
  ///
  /// If there are more groups, the last line has the number of the groups that are not listed.
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
        // The mark of the nearest group may leave no room on the line.
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

  /// Returns the name of the entitlement that gives the program a group.
  ///
  /// In the data protection profile every program holds the token group (`com.apple.token`) without
  /// listing it. The result for the token group is then `every program`.
  ///
  /// The application identifier is a group too, and comes after the groups that the program lists.
  /// Therefore a group that is named like the application identifier comes from that entitlement
  /// only if it is the last group.
  ///
  /// - Parameter last: the last of the program's groups, without the token group. Nil if there is
  ///   no other group.
  private static func origin(of group: String, last: String?, _ facts: CallFacts) -> String {
    if group == Caller.tokenGroup, facts.profile == .dataProtection { return "every program" }
    let isIdentifier = group == facts.caller.identifier && group == last
    return isIdentifier ? "application-identifier" : "keychain-access-groups"
  }
}
