// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes

/// The command `doctor`: finds the reasons why keychain calls fail on this machine
/// (Specification/diagnostics.md, "security doctor").
///
/// Without `--adopt` and `--forget-history`, the command changes nothing. The user is asked for the
/// passcode of the store only if `--owner` is given. The command creates no store. As `dump-items`
/// does, the command decrypts attributes of items and no secrets.
enum DoctorCommand {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try Contradiction.refuse(["adopt", "forget-history"], options)
    if options.contains(.long("forget-history")) {
      return try ForgetHistory.run(invocation, options)
    }
    if options.contains(.long("adopt")) { return try AdoptItems.run(invocation, options) }
    guard options.operands.isEmpty else {
      throw .usage(message: "only --forget-history takes a word: an identifier")
    }
    return try invocation.store.onlyLooking { () throws(Stop) in
      try examine(invocation, options)
    }
  }

  private static func examine(
    _ invocation: Invocation, _ options: OptionReader
  ) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    let isOwner = options.contains(.long("owner"))
    if isOwner, let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    try Contradiction.refuseJSON(of: "checklist", options)
    let profile = (try? ProfileChoice.current()) ?? .dataProtection
    let caller = try PointOfView.caller(options, profile, invocation.store)
    var facts = HealthFacts(
      Wording(showsValues: false, groups: caller.groups, date: { LocalDate.minutes($0) }))
    facts.caller = caller
    facts.profile = profile
    facts.version = Version.text
    let calls = SystemProbe.look(&facts)
    StoreProbe.look(invocation, isOwner: isOwner, &facts)
    facts.keychains = KeychainHealth(invocation, caller)
    facts.keychains.showsAll = options.contains(.long("all"))
    if options.contains(.long("checklist")) {
      let own = calls.filter { $0.caller == caller.identifier }
      let trace = Checklist.trace(facts, own, reason: SystemProbe.noTrace)
      let lines = TextBlock.wrap(trace, indent: "  ") + Checklist.lines(facts, own)
      for line in lines { terminal.output(line + "\n") }
      return 0
    }
    let checks = HealthCheck.all(facts)
    if options.contains(.long("json")) {
      terminal.output(json(checks, caller) + "\n")
    } else {
      terminal.output(
        text(
          checks, showsInfo: options.contains(.long("all")),
          isColoured: ExplainCommand.isColoured(terminal)))
    }
    LockedNote.tell(in: invocation)
    return HealthCheck.exitStatus(checks)
  }

  private static func text(
    _ checks: [HealthCheck], showsInfo: Bool, isColoured: Bool
  ) -> String {
    var lines: [String] = []
    for check in checks {
      let head =
        TextBlock.padded(check.verdict.word, to: 4) + "  "
        + TextBlock.padded(check.name, to: 11) + " "
      lines += TextBlock.wrap(head + check.text, indent: String(repeating: " ", count: 18))
    }
    let findings = checks.flatMap(\.findings)
      .filter { showsInfo || $0.severity < .info || $0.code != .lockSummary }
      .sorted { ($0.severity, $0.code) < ($1.severity, $1.code) }
    for finding in findings { lines += [""] + finding.lines(isColoured: isColoured) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(_ checks: [HealthCheck], _ caller: Caller) -> String {
    JSONText.object([
      "schema": 1, "caller": .text(caller.identifier),
      "checks": .list(
        checks.map {
          .object([
            "check": .text($0.name), "verdict": .text($0.verdict.word), "text": .text($0.text),
            "codes": .list($0.findings.map { .text("\($0.code)") }),
          ])
        }),
      "findings": .list(
        checks.flatMap(\.findings).map {
          .object([
            "code": .text("\($0.code)"), "name": .text($0.code.article.name),
            "severity": .text($0.severity.name), "text": .text($0.found),
            "fix": .list($0.lines.filter { $0.label == .fix }.map { .text($0.text) }),
          ])
        }),
    ]).line
  }
}

/// The lines of `doctor --checklist`, which lists steps of testing a program
/// (Specification/diagnostics.md, "Excuses and checklist").
///
/// The first line names the trace file that the calls were read from. A step is marked as done only
/// if a fact proves that it was done.
private enum Checklist {
  /// Returns the first line of the checklist: the path of the trace file and the number of its
  /// calls.
  ///
  /// - Parameter reason: The reason why no trace file was read; nil if a trace file was read.
  static func trace(
    _ facts: HealthFacts, _ calls: [TraceFileReader.Call], reason: String?
  ) -> String {
    guard let trace = facts.trace, reason == nil else {
      return "no trace: \(reason ?? "there is none")"
    }
    let (path, name) = (Wording.visible(trace.path), Wording.visible(facts.caller.identifier))
    guard !calls.isEmpty else { return "\(path) has no calls of \(name): set --as PROGRAM" }
    return "\(path): \(calls.count) \(calls.count.are("call", "calls")) of \(name)"
  }

  /// A step of the checklist, and whether the step was done.
  ///
  /// `isShown` is true if a fact proves that the step was done. `against` contains codes of
  /// findings. If a recorded call has a finding with one of these codes, the step counts as not
  /// done.
  private struct Step {
    let words: String
    let isShown: Bool
    var against: Set<FindingCode> = []
  }

  static func lines(_ facts: HealthFacts, _ calls: [TraceFileReader.Call]) -> [String] {
    steps(facts, calls).map { step in
      guard step.isShown else { return "open  " + step.words }
      guard let (number, code) = first(of: step.against, in: calls) else {
        return "ok    " + step.words
      }
      return "open  \(step.words) (call \(number): \(code))"
    }
  }

  private static func steps(
    _ facts: HealthFacts, _ calls: [TraceFileReader.Call]
  ) -> [Step] {
    let added = calls.filter { $0.function == "SecItemAdd" }
    let searched = calls.filter { $0.function == "SecItemCopyMatching" }
    return [
      Step(words: "items listed", isShown: !facts.items.isEmpty),
      Step(
        words: "class agrees with the stored class",
        isShown: searched.contains { $0.status == 0 }, against: [.existsInOtherClass]),
      Step(
        words: "key attributes complete in adds and searches",
        isShown: !added.isEmpty && !searched.isEmpty,
        against: [
          .duplicateWithEmptyKeyAttribute, .upsertOnNonuniqueAttribute, .severalMatchOneReturned,
          .deleteBroaderThanOneItem,
        ]),
      Step(
        words: "protection stated", isShown: added.contains { $0.status == 0 },
        against: [.defaultProtection, .deprecatedAlways]),
      Step(words: "groups as the entitlements file has them", isShown: hasFile(facts.caller)),
      Step(
        words: "tested on a device with a passcode, while locked",
        isShown: calls.contains { $0.lock == "locked" }),
      Step(
        words: "tested before the first unlock",
        isShown: calls.contains { $0.lock == "beforeFirstUnlock" }),
      Step(
        words: "no protection changed while locked",
        isShown: calls.contains { ["locked", "beforeFirstUnlock"].contains($0.lock) },
        against: [.protectionMigratedWhileLocked]),
      // Only a look at both programs could prove this step.
      Step(words: "sharing partners agree", isShown: false),
    ]
  }

  /// Returns the number of the first call that has a finding with a code in `codes`, and that code.
  ///
  /// Nil if no call has a finding with these codes.
  private static func first(
    of codes: Set<FindingCode>, in calls: [TraceFileReader.Call]
  ) -> (Int, FindingCode)? {
    for call in calls {
      if let code = call.codes.first(where: codes.contains) { return (call.number, code) }
    }
    return nil
  }

  private static func hasFile(_ caller: Caller) -> Bool {
    if case .entitlementsFile = caller.origin { return !caller.groups.isEmpty }
    return false
  }
}

/// The command `doctor --forget-history [identifier]` (Specification/diagnostics.md, "Application
/// history").
///
/// The command deletes the history that the store keeps of the program with this identifier.
/// Without an identifier, the command deletes the histories of all programs.
private enum ForgetHistory {
  static func run(_ invocation: Invocation, _ options: OptionReader) throws(Stop) -> Int32 {
    try Contradiction.refuseSurplus(
      beside: "--forget-history", but: ["forget-history", "yes", "passcode-fd"],
      operands: Array(options.operands.dropFirst()), options)
    let identifier = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    let terminal = invocation.terminal
    if let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    do throws(KeychainError) {
      guard let remembering = try invocation.store.serviceIfMade(as: nil) as? any Remembering else {
        terminal.output("0 programs forgotten\n")
        return 0
      }
      let known = try remembering.histories().map(\.identifier)
        .filter { identifier == nil || $0 == identifier }
      if !known.isEmpty, !options.contains(.long("yes")) {
        let names = known.prefix(8).map { Wording.visible($0) }.joined(separator: ", ")
        let more = known.count > 8 ? " and \(known.count - 8) more" : ""
        let question = "Forget all that the store remembers of \(names)\(more)?"
        guard Question.isAgreed(question, terminal, "doctor --forget-history") else { return 1 }
      }
      let count = try remembering.forgetHistory(of: identifier)
      let told = identifier == nil ? known.count : count
      terminal.output("\(told) \(told == 1 ? "program" : "programs") forgotten\n")
      return 0
    } catch {
      terminal.complain("doctor: \(error)")
      return 1
    }
  }
}
