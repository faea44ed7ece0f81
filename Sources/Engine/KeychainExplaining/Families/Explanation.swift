// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The explanation of a call's status: the facts about the call, and the findings from these facts
/// (Specification/diagnostics.md, "Swift API of diagnosis").
package struct Explanation: Sendable {
  package let facts: CallFacts
  /// The findings of the explanation, sorted by severity, except for the finding that explains the
  /// status.
  ///
  /// The finding that explains the status is always the first. The most severe of the other
  /// findings follows.
  package let findings: [Finding]
  package let wording: Wording

  /// Creates the explanation of a call from the facts about the call.
  ///
  /// Equal facts always give an equal explanation.
  package init(_ facts: CallFacts, _ wording: Wording) {
    self.facts = facts
    self.wording = wording
    var findings =
      switch facts.verb.subject {
      case .items: Self.ofItems(facts, wording)
      case .key, .context: Self.ofUse(facts, wording)
      case .keychain: KeychainFindings.all(facts, wording) + RecordFindings.all(facts, wording)
      }
    if !findings.contains(where: { $0.severity == .error }),
      let refusal = DamageFindings.refusal(facts) ?? RefusedCall.finding(facts)
    {
      findings.append(refusal)
    }
    if facts.isUnobserved { findings.append(Self.unobserved) }
    if facts.error == nil { findings.append(Self.success(facts)) }
    // Each family lists the first failing check first. That check is the cause by definition.
    if facts.error != nil, let cause = findings.firstIndex(where: { $0.severity == .error }) {
      findings[cause].isDeciding = true
    }
    self.findings = Self.sorted(findings)
  }

  private static func ofItems(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    // Keychain files have neither access groups nor protections.
    let files = KeychainFindings.all(facts, wording)
    guard facts.keychains?.isAboutStore != false else { return files }
    // Items that an earlier version of the program left behind are not searched for elsewhere.
    let lost = LostItemFindings.all(facts, wording)
    return files + DamageFindings.all(facts) + DuplicateFindings.all(facts, wording)
      + (lost.isEmpty ? AbsenceFindings.all(facts, wording) : lost)
      + LockFindings.all(facts, wording) + GroupFindings.all(facts, wording)
      + DictionaryFindings.all(facts, wording) + PatternFindings.all(facts, wording)
      + IgnoredFindings.all(facts) + RecordFindings.all(facts, wording)
  }

  /// Returns the findings about a call on a key or on an authentication context.
  ///
  /// The call may itself call SecItem functions. If this inner call failed, the findings explain
  /// the inner call.
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
      // Errors are in the order of their weight, all others in the order of their numbers
      // (Specification/diagnostics.md, "Text of explanations").
      if first.severity != .error, first.code != second.code {
        return first.code.number < second.code.number
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static let unobserved = Finding(.stateChangedSince.notRecorded).fix(
    .stateChangedSince.explain)

  private static func success(_ facts: CallFacts) -> Finding {
    guard let query = facts.query, facts.lookUpFailure == nil else {
      return Finding(.nothingToReport.success)
    }
    // The rows of the keychains have the numbers of a call that asked several keychains.
    if let trail = facts.keychains, trail.steps.filter(\.isAsked).count > 1 {
      return Finding(.nothingToReport.success)
    }
    let limit = query.limit.count.map { "\($0)" } ?? "all"
    return Finding(
      .nothingToReport.text(isCut: facts.matchesAreCut, n: facts.matchCount, limit: limit))
  }

  package var status: Int32 { facts.status }
  package var codes: [FindingCode] { findings.map(\.code) }
  package var nearMisses: [NearMiss] { facts.absence?.nearMisses ?? [] }

  /// The exit status of the command `security explain` for this explanation
  /// (Specification/diagnostics.md, "security explain").
  ///
  /// For a call that succeeds: 1 if a finding is more severe than `info`, otherwise 0. For a call
  /// that fails: the low byte of its status, but at least 4.
  package var exitStatus: Int32 {
    guard facts.error != nil else {
      return findings.contains { $0.severity < .info } ? 1 : 0
    }
    let low = Int32(UInt8(truncatingIfNeeded: status))
    return low < 4 ? 4 : low
  }
}

/// The findings about a part of the store's file that is damaged and could not be read.
///
/// Either the call itself failed at the damage, or the look-up of facts after the call did.
private enum DamageFindings {
  static func all(_ facts: CallFacts) -> [Finding] {
    if let part = facts.error?.damagedPart { return [met(part, by: facts.verb)] }
    guard let failure = facts.lookUpFailure else { return [] }
    guard let part = failure.damagedPart else { return [cutShort(failure)] }
    return [notCompared(part, facts)]
  }

  /// Returns the finding about a damaged part of the store's file that made the call fail.
  private static func met(_ part: String, by verb: CallFacts.Verb) -> Finding {
    guard verb != .add else {
      return Finding(.damagedItems.place(part: part)).fix(.damagedItems.fix)
    }
    return Finding(.damagedRowSkipped.pageFailed(part: part)).why(.damagedRowSkipped.page)
      .fix(.damagedRowSkipped.fix)
  }

  /// Returns the finding about damage that was detected only while the explanation was made.
  ///
  /// The call itself returned its status without reading the damaged part.
  private static func notCompared(_ part: String, _ facts: CallFacts) -> Finding {
    Finding(
      .damagedItems.notRead(part: part), as: facts.error == nil ? .warning : .error
    ).fix(.damagedItems.fix)
  }

  /// Returns the finding about a store that refused the call, if no other finding explains the
  /// refusal.
  ///
  /// For example, another program is writing to the store, or the store is read-only. Nil if the
  /// call was not refused for a reason of this kind.
  static func refusal(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, error.cause == nil,
      [.notAvailable, .readOnly, .diskFull, .ioFailed].contains(error.code)
    else { return nil }
    let finding = Finding(.storeNotWritable.refused(reason: error.reason))
    return FindingText.advice(of: error).map { finding.fix($0) } ?? finding
  }

  private static func cutShort(_ failure: KeychainError) -> Finding {
    Finding(.searchCutShort.unreadable(status: failure.code.rawValue, reason: failure.reason)).fix(
      .searchCutShort.again)
  }
}

/// Creates the finding about a refused call if no other finding explains the refusal.
///
/// The finding has the reason in the engine's own words, which contain no values. The code of the
/// finding is the code that fits the error best.
private enum RefusedCall {
  static func finding(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, [.items, .keychain].contains(facts.verb.subject),
      let code = code(of: error, facts.isUnobserved)
    else { return nil }
    let file: String? =
      switch error.context {
      case .path(let path)?, .part(_, of: let path)?: Wording.visible(path)
      default: nil
      }
    let key = facts.refusedPair.map { KeyNames.constant($0.key) } ?? file
    let most = if case .count(let most)? = error.context { "\(most)" } else { String?.none }
    let finding = Finding(
      .shared.refused(reason: error.reason, most: most, key: key), of: code, as: .error)
    if let advice = FindingText.advice(of: error) { return finding.fix(advice) }
    return code == .largeSecret ? finding.fix(.largeSecret.fix) : finding
  }

  /// Returns the finding code that fits an error best.
  ///
  /// Nil if the call was not recorded, the error has no cause with a finding code, and the error is
  /// not about the dictionary. The reason for the error is then unknown.
  private static func code(of error: KeychainError, _ isUnobserved: Bool) -> FindingCode? {
    if let code = error.cause.flatMap(FindingCode.init) { return code }
    switch error.code {
    case .parameter: return .wrongValueKind
    case .unimplemented: return .filterNotForClass
    case .noSuchAttribute: return .attributeNotOfClass
    case .noSuchClass: return .classMissingOrUnknown
    case .invalidItemReference: return .referenceMisused
    case .dataTooLarge: return RefusedSize.code(of: error) ?? .wrongValueKind
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
