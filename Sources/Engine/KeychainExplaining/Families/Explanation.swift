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

/// What of the file could not be read: by the call itself, or by the look at it afterwards.
private enum DamageFindings {
  static func all(_ facts: CallFacts) -> [Finding] {
    if let part = facts.error?.damagedPart { return [met(part, by: facts.verb)] }
    guard let failure = facts.lookUpFailure else { return [] }
    guard let part = failure.damagedPart else { return [cutShort(failure)] }
    return [notCompared(part, facts)]
  }

  /// The call ended there.
  private static func met(_ part: String, by verb: CallFacts.Verb) -> Finding {
    guard verb != .add else {
      return Finding(
        .damagedItems,
        "The place of the new item cannot be looked at: \(part) fails its check. What does not "
          + "lie there is unaffected."
      ).fix("Make a backup; security check names what is damaged.")
    }
    return Finding(
      .damagedRowSkipped, "What matches cannot be opened: the check of \(part) failed."
    ).why("A damaged page is no absence: nobody can read whether an item matches.")
      .fix("Run security doctor; restore a backup.")
  }

  /// The call found its answer elsewhere; what lies there was left out of the report.
  private static func notCompared(_ part: String, _ facts: CallFacts) -> Finding {
    Finding(
      .damagedItems,
      "\(part) fails its check: what lies there was not looked at, and the rest of this report "
        + "does not know it.", as: facts.error == nil ? .warning : .error
    ).fix("Make a backup; security check names what is damaged.")
  }

  /// A refusal by the store as it stands, where nothing else tells why: another program is writing,
  /// or nothing may be written.
  static func refusal(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, error.cause == nil,
      [.notAvailable, .readOnly, .diskFull, .ioFailed].contains(error.code)
    else { return nil }
    let advice = "\(error.advice)"
    let finding = Finding(.storeNotWritable, "The store does not take the call: \(error.reason).")
    guard let first = advice.first else { return finding }
    return finding.fix(first.uppercased() + advice.dropFirst() + ".")
  }

  private static func cutShort(_ failure: KeychainError) -> Finding {
    Finding(
      .searchCutShort,
      "Nothing was looked up afterwards: \(failure.code.rawValue), \(failure.reason). Nearer items "
        + "may exist."
    ).fix("Ask again.")
  }
}

/// A refusal that no family of findings knows: in the engine's own words, which hold no value,
/// under the nearest code.
private enum RefusedCall {
  static func finding(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, facts.verb.subject == .items,
      let code = code(of: error, facts.isUnobserved)
    else { return nil }
    let key = facts.refusedPair.map { " (\(KeyNames.constant($0.key)))" } ?? ""
    let count = if case .count(let most)? = error.context { ", \(most)" } else { "" }
    let finding = Finding(
      code, "The call is refused: \(error.reason)\(count)\(key).", as: .error)
    let advice = "\(error.advice)"
    guard let first = advice.first else {
      return code == .largeSecret ? finding.fix("Store a key here, the data in a file.") : finding
    }
    return finding.fix(first.uppercased() + advice.dropFirst() + ".")
  }

  /// Nil where nobody listened and what was met is not known: then the dictionary alone is told of.
  private static func code(of error: KeychainError, _ isUnobserved: Bool) -> FindingCode? {
    if let code = error.cause.flatMap(FindingCode.init) { return code }
    switch error.code {
    case .parameter: return .wrongValueKind
    case .unimplemented: return .filterNotForClass
    case .noSuchAttribute: return .attributeNotOfClass
    case .noSuchClass: return .classMissingOrUnknown
    case .invalidItemReference: return .referenceMisused
    case .dataTooLarge: return error.pair?.key == "v_Data" ? .largeSecret : .wrongValueKind
    default: break
    }
    guard !isUnobserved else { return nil }
    switch error.code {
    case .itemNotFound: return .noTraceOfIt
    case .duplicateItem: return .duplicateIdentical
    case .interactionNotAllowed: return .lockedNeedsUnlockedDevice
    case .userCancelled: return .cancelledByUser
    default: return .storeNotWritable
    }
  }
}
