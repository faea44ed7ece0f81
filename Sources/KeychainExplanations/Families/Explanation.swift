// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Why a call answers what it answers (spec/diagnostics.md 1.5).
package struct Explanation: Sendable {
  package let facts: CallFacts
  /// The worst first, the deciding one before all others.
  package let findings: [Finding]
  package let wording: Wording

  /// An explanation made of facts: always the same of the same.
  package init(_ facts: CallFacts, _ wording: Wording) {
    self.facts = facts
    self.wording = wording
    var findings =
      switch facts.verb.subject {
      case .items: Self.ofItems(facts, wording)
      case .key, .context: Self.ofUse(facts, wording)
      }
    if !findings.contains(where: { $0.severity == .error }),
      let refusal = DamageFindings.refusal(facts) ?? RefusedCall.finding(facts)
    {
      findings.append(refusal)
    }
    if facts.isUnobserved { findings.append(Self.unobserved) }
    if facts.error == nil { findings.append(Self.success(facts)) }
    // The families tell the first failing check first: it is the cause by definition.
    if facts.error != nil, let cause = findings.firstIndex(where: { $0.severity == .error }) {
      findings[cause].isDeciding = true
    }
    self.findings = Self.sorted(findings)
  }

  private static func ofItems(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    // What an earlier version of the program left behind is not to be looked for elsewhere.
    let lost = LostItemFindings.all(facts, wording)
    return DamageFindings.all(facts) + DuplicateFindings.all(facts, wording)
      + (lost.isEmpty ? AbsenceFindings.all(facts, wording) : lost)
      + LockFindings.all(facts, wording) + GroupFindings.all(facts, wording)
      + DictionaryFindings.all(facts, wording) + PatternFindings.all(facts, wording)
      + IgnoredFindings.all(facts) + RecordFindings.all(facts, wording)
  }

  /// Where a call failed with one for items that it made itself, that one tells why.
  private static func ofUse(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    let own = RecordFindings.all(facts, wording)
    if let inner = facts.inner.last, facts.error != nil {
      return ofItems(inner, wording) + own
    }
    return UseFindings.all(facts, wording) + GroupFindings.all(facts, wording)
      + DictionaryFindings.all(facts, wording) + own
  }

  private static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.isDeciding != second.isDeciding { return first.isDeciding }
      if first.severity != second.severity { return first.severity < second.severity }
      // Errors in the order in which they weigh, everything else by its number (7.1).
      if first.severity != .error, first.code != second.code {
        return first.code.number < second.code.number
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static let unobserved = Finding(
    .stateChangedSince,
    "Nobody listened when the call was made: what it met is not known, and the store may have "
      + "changed since."
  ).fix("Repeat with LATCHKEY_EXPLAIN=1.")

  private static func success(_ facts: CallFacts) -> Finding {
    guard let query = facts.query, facts.lookUpFailure == nil else {
      return Finding(.nothingToReport, "The call succeeds.")
    }
    let number = facts.matchesAreCut ? "at least \(facts.matchCount)" : "\(facts.matchCount)"
    let count = "\(number) \(facts.matchCount.are("match", "matches"))"
    let limit = query.limit.count.map { "\($0)" } ?? "all"
    return Finding(.nothingToReport, "The call succeeds: \(count), limit \(limit).")
  }

  package var status: Int32 { facts.status }
  package var codes: [FindingCode] { findings.map(\.code) }
  package var nearMisses: [NearMiss] { facts.absence?.nearMisses ?? [] }

  /// The exit status of `security explain` (spec/diagnostics.md 1.2).
  package var exitStatus: Int32 {
    guard facts.error != nil else {
      return findings.contains { $0.severity < .info } ? 1 : 0
    }
    let low = Int32(UInt8(truncatingIfNeeded: status))
    return low < 4 ? 4 : low
  }
}
