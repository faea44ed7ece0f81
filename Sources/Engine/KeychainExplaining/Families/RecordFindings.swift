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
        Finding(.sameFailureRepeated, "This call failed \(count) times in \(seconds) s.")
          .fix("Stop repeating the call; wait for the state to change."))
    }
    return findings
  }

  private static func delete(_ facts: CallFacts, _ recollection: Recollection) -> [Finding] {
    guard facts.error == nil, recollection.refusedRead != nil else { return [] }
    let deleted = facts.isDryRun ? "this delete would remove" : "this program deleted"
    return [
      Finding(
        .deleteAfterInteractionRefused,
        "A call answered -25308, then \(deleted) the item. The item was not gone, only locked."
      ).fix("On -25308 stop, keep the item and try later.")
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
          "An item with this key was deleted and added again within "
            + "\(recollection.milliseconds(since: deletion)) "
            + "ms: new persistent reference, other attributes lost, other devices see a deletion."
        ).fix("Call SecItemUpdate, which changes the item in place."))
    }
    if recollection.reusedSearch != nil {
      findings.append(
        Finding(
          .dictionaryReused,
          "This call uses the dictionary of the failed search before it, with kSecValueData."
        ).fix("Make a new dictionary for each call."))
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
      return Finding(
        .duplicateOfSynchronizableNotSearched,
        "You add with sync=1; a synchronizable item has this key. The search before had no "
          + "kSecAttrSynchronizable and looked only at local items."
      ).fix("Search with kSecAttrSynchronizable: kSecAttrSynchronizableAny or true.")
    }
    let group = occupant.group ?? ""
    if let searched = search.pair(Attribute.accessGroup.name)?.value, searched != group {
      let named = facts.group == .absent ? ", the default, as the add named no group" : ""
      return Finding(
        .duplicateInGroupNotSearched,
        "The search named \(wording.group(searched)); the add went to "
          + "\(wording.group(group))\(named), where the item exists."
      ).fix("Name kSecAttrAccessGroup in the search and in the add.")
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
      .queryChangedSinceItWorked,
      "An earlier search (\(wording.date(record.time))) without \(names) found an item; this "
        + "search has \(names)."
    ).fix(PastFindings.narrowing(nearest.failures.compactMap(\.attribute), facts))
  }

  /// Returns finding K202: an earlier add of the item failed, so that the item was never stored.
  ///
  /// Nil if the last add of the item succeeded, or if no add is remembered.
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
