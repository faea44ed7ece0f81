// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What only shows over several calls (spec/diagnostics.md 3.9).
enum RecordFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard !facts.earlier.isEmpty else { return [] }
    let recollection = Recollection(facts)
    var findings: [Finding] = []
    if facts.verb == .delete { findings += delete(facts, recollection) }
    if facts.verb == .add { findings += add(facts, recollection, wording) }
    if !facts.isDryRun, let (count, seconds) = recollection.repetitions {
      findings.append(
        Finding(.sameFailureRepeated, "The same call failed \(count) times in \(seconds) s.")
          .fix("Stop retrying; wait for the state to change."))
    }
    return findings
  }

  private static func delete(_ facts: CallFacts, _ recollection: Recollection) -> [Finding] {
    guard facts.error == nil, recollection.refusedRead != nil else { return [] }
    let deleted = facts.isDryRun ? "this delete would remove" : "this program deleted"
    return [
      Finding(
        .deleteAfterInteractionRefused,
        "A call answered -25308, then \(deleted) the item. It was not gone, only locked."
      ).fix("On -25308 stop, keep the item, retry later.")
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
        Finding(
          .protectionMigratedWhileLocked,
          "Protection is being changed by delete and add while "
            + (facts.device.lock == .locked ? "locked." : "before first unlock.")
        ).fix("Change it in the foreground only, in place by SecItemUpdate (K311)."))
    } else if let deletion = recollection.precedingDelete, recollection.isTogether(deletion),
      facts.error == nil, !facts.isDryRun
    {
      findings.append(
        Finding(
          .deleteThenAdd,
          "The same key was deleted and added within \(recollection.milliseconds(since: deletion)) "
            + "ms: new persistent reference, other attributes lost, other devices see a deletion."
        ).fix("SecItemUpdate changes the item in place."))
    }
    if recollection.reusedSearch != nil {
      findings.append(
        Finding(
          .dictionaryReused,
          "The dictionary of this call is that of the failed search before it, with kSecValueData."
        ).fix("A new dictionary for each call."))
    }
    return findings
  }

  /// Why the search before this add did not see the item that is in its way: K105, K106, K109.
  static func missed(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    let recollection = Recollection(facts)
    guard let search = recollection.missedSearch else { return nil }
    let occupant = collision.occupant
    if collision.isSynchronizable, search.pair(Attribute.synchronizable.name) == nil {
      return Finding(
        .duplicateOfSynchronizableNotSearched,
        "You add with sync=1; a synchronizable item has this key. The search before had no "
          + "kSecAttrSynchronizable and looked only at local items."
      ).fix("Search with kSecAttrSynchronizableAny or true.")
    }
    let group = occupant.group ?? ""
    if let searched = search.pair(Attribute.accessGroup.name)?.value, searched != group {
      let named = facts.group == .absent ? ", the default, as none was named" : ""
      return Finding(
        .duplicateInGroupNotSearched,
        "The search named \(wording.group(searched)); the add went to "
          + "\(wording.group(group))\(named), where the item exists."
      ).fix("Name kSecAttrAccessGroup in both.")
    }
    guard recollection.asksForKeyOnly(search), let before = search.change,
      let added = collision.addedAt, added > before
    else { return nil }
    let isOwn = occupant.creator == facts.caller.identifier
    return Finding(
      .duplicateByConcurrentAdd,
      "Your search answered not found at change \(before); "
        + "\(isOwn ? "this program" : "another program") added the "
        + "item at change \(added)."
    ).fix("Treat -25299 as \"update now\".")
  }

  /// The query that found it last had fewer conditions, and one of those that came since fails.
  static func queryChanged(
    _ nearest: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    guard let (record, added) = Recollection(facts).searchThatWorked,
      nearest.failures.contains(where: { $0.attribute.map { added.contains($0.name) } ?? false })
    else { return nil }
    let names = added.joined(separator: ", ")
    return Finding(
      .queryChangedSinceItWorked,
      "Entitlements are the same. The query that found it last (\(wording.date(record.time))) had "
        + "no \(names); this one has \(names)."
    ).fix(PastFindings.narrowing(nearest.failures.compactMap(\.attribute), facts))
  }

  /// Why nothing was ever stored: the add before it failed.
  static func failedAdd(_ facts: CallFacts) -> Finding? {
    let recollection = Recollection(facts)
    guard let record = recollection.failedAdd else { return nil }
    let finding = Finding(
      .earlierAddFailed,
      "The last SecItemAdd with this key failed \(recollection.ago(record)): \(record.status) "
        + "\(ConstantNames.status(record.status)). Nothing was stored.")
    guard let command = record.command else {
      return finding.fix("Check the status of SecItemAdd.")
    }
    return finding.fix(
      "Check the status of SecItemAdd. What happened then:", code: [command])
  }
}
