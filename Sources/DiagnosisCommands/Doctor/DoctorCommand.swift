// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainComposition
import KeychainExplanations
import KeychainTracing
import KeychainTypes

/// doctor: what keeps keychain calls from working here (spec/diagnostics.md 1.3).
///
/// It changes nothing: a store that is not there is not made, nothing is asked, nothing is opened
/// but what dump-items opens.
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
