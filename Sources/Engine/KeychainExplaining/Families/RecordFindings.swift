// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that compare a call with earlier calls of the program
/// (Specification/diagnostics.md, "Patterns over time").
enum RecordFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard !facts.earlier.isEmpty else { return [] }
    let recollection = Recollection(facts)
    var findings: [Finding] = []
    if facts.verb == .delete { findings += delete(facts, recollection) }
    if facts.verb == .add { findings += add(facts, recollection, wording) }
    if !facts.isDryRun, let (count, seconds) = recollection.repetitions {
      findings.append(
        Finding(.sameFailureRepeated.text(n: count, s: seconds))
          .fix(.sameFailureRepeated.fix))
    }
    return findings
  }

  private static func delete(_ facts: CallFacts, _ recollection: Recollection) -> [Finding] {
    guard facts.error == nil, recollection.refusedRead != nil else { return [] }
    return [
      Finding(.deleteAfterInteractionRefused.refused(isDryRun: facts.isDryRun)).fix(
        .deleteAfterInteractionRefused.fix)
    ]
  }

  private static func add(
    _ facts: CallFacts, _ recollection: Recollection, _ wording: Wording
  ) -> [Finding] {
    var findings: [Finding] = []
    if recollection.precedingDelete != nil, facts.device.lock != .unlocked,
      facts.pairs.contains(where: { $0.key == Attribute.protection.name })
    {
      findings.append(
        Finding(.protectionMigratedWhileLocked.text(isLocked: facts.device.lock == .locked)).fix(
          .protectionMigratedWhileLocked.fix))
    } else if let deletion = recollection.precedingDelete, recollection.isTogether(deletion),
      facts.error == nil, !facts.isDryRun
    {
      findings.append(
        Finding(.deleteThenAdd.text(ms: recollection.milliseconds(since: deletion))).fix(
          .deleteThenAdd.inPlace))
    }
    if recollection.reusedSearch != nil {
      findings.append(
        Finding(.dictionaryReused.text).fix(.dictionaryReused.fix))
    }
    return findings
  }

  /// Returns the reason why the program's search before a refused add did not find the existing
  /// item.
  ///
  /// The reason is finding K105, K106 or K109. Nil if no search missed the item, or if the reason
  /// is not known.
  static func missed(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    let recollection = Recollection(facts)
    guard let search = recollection.missedSearch else { return nil }
    let occupant = collision.occupant
    if collision.isSynchronizable, search.pair(Attribute.synchronizable.name) == nil {
      return Finding(.duplicateOfSynchronizableNotSearched.text).fix(
        .duplicateOfSynchronizableNotSearched.anyOrTrue)
    }
    let group = occupant.group ?? ""
    if let searched = search.pair(Attribute.accessGroup.name)?.value, searched != group {
      return Finding(
        .duplicateInGroupNotSearched.text(
          a: wording.group(searched), b: wording.group(group), isDefault: facts.group == .absent)
      ).fix(.duplicateInGroupNotSearched.fix)
    }
    guard recollection.asksForKeyOnly(search), let before = search.change,
      let added = collision.addedAt, added > before
    else { return nil }
    let isOwn = occupant.creator == facts.caller.identifier
    return Finding(.duplicateByConcurrentAdd.text(a: before, isOwn: isOwn, b: added)).fix(
      .duplicateByConcurrentAdd.fix)
  }

  /// Returns finding K505: an earlier search with fewer conditions found an item.
  ///
  /// The nearest item fails a condition that the earlier search did not have. Nil if no earlier
  /// search of this kind is remembered, or if the nearest item meets the added conditions.
  static func queryChanged(
    _ nearest: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    guard let (record, added) = Recollection(facts).searchThatWorked,
      nearest.failures.contains(where: { $0.attribute.map { added.contains($0.name) } ?? false })
    else { return nil }
    let names = added.joined(separator: ", ")
    return Finding(
      .queryChangedSinceItWorked.text(date: wording.date(record.time), version: nil, labl: names)
    ).fix(PastFindings.narrowing(nearest.failures.compactMap(\.attribute), facts))
  }

  /// Returns finding K202: an earlier add of the item failed, so that the item was never stored.
  ///
  /// Nil if the last add of the item succeeded, or if no add is remembered.
  static func failedAdd(_ facts: CallFacts) -> Finding? {
    let recollection = Recollection(facts)
    guard let record = recollection.failedAdd else { return nil }
    let finding = Finding(
      .earlierAddFailed.failed(
        ago: recollection.ago(record), status: record.status,
        name: ConstantNames.status(record.status)))
    guard let command = record.command else {
      return finding.fix(.earlierAddFailed.check)
    }
    return finding.fix(.earlierAddFailed.checkAndSee, code: [command])
  }
}
