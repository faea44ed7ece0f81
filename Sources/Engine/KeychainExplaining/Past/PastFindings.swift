// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about the past of the store and of its programs (Specification/diagnostics.md,
/// "Lost items").
package enum PastFindings {
  /// The number of days after a loss of keys in which the loss is named as a reason for missing
  /// items.
  ///
  /// The number equals the age limit of the change history, which remembers deletions for 90 days.
  private static let days: Int64 = 90

  /// Returns finding K507 or K508: the store has lost keys, which may explain a missing item.
  ///
  /// K507 is about a restore from another device, and K508 about a replaced keybag. The finding is
  /// about the latest of these events. The store does not know which items were lost with the keys.
  /// The finding is therefore shown only if nothing else explains the status of the call. Empty if
  /// no event of the last 90 days is known.
  static func destroyed(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    let events = facts.former?.events ?? []
    let last = events.last { event in
      event.kind != .passcodeRemoved && event.count > 0 && isRecent(event, facts)
    }
    guard let last else { return [] }
    switch last.kind {
    case .keybagReplaced:
      return [
        Finding(.keybagReplaced.text(n: last.count)).fix(.keybagReplaced.fix)
      ]
    case .restoredFromOtherDevice:
      return [
        Finding(.restoredOnAnotherDevice.text(date: wording.date(last.time), n: last.count)).fix(
          .restoredOnAnotherDevice.fix)
      ]
    case .passcodeRemoved: return []
    }
  }

  private static func isRecent(_ event: KeyEvent, _ facts: CallFacts) -> Bool {
    guard let now = facts.time else { return true }
    return now.day - event.time.day <= days
  }

  /// Returns the time when the passcode was last removed, which destroyed items that needed the
  /// passcode.
  ///
  /// Nil if no removal is known.
  static func passcodeRemoved(_ facts: CallFacts) -> Instant? {
    facts.former?.events.last { $0.kind == .passcodeRemoved }?.time
  }

  /// Returns finding K505: an earlier process found an item by a search with fewer conditions than
  /// the present search.
  ///
  /// The present search has added conditions. Nil if `nearest` meets all added conditions, because
  /// they are then not the reason for the failure. Also nil if no earlier search is recorded.
  ///
  /// - Parameter nearest: the item that fails the fewest conditions of the present search.
  static func queryChanged(
    _ nearest: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    guard let search = facts.former?.search,
      nearest.failures.contains(where: { $0.attribute.map(search.added.contains) ?? false })
    else { return nil }
    let names = search.added.map(\.name).joined(separator: ", ")
    return Finding(
      .queryChangedSinceItWorked.text(
        date: wording.date(search.time), version: search.version.map { Wording.visible($0) },
        labl: names)
    ).fix(narrowing(nearest.failures.compactMap(\.attribute), facts))
  }

  /// Returns the advice for a search that found an item until conditions were added to the search.
  ///
  /// If all failed conditions are on the primary key, the advice is to correct their values. The
  /// advice warns against leaving these conditions out, because the search could then find another
  /// item. If another condition has failed, the advice is to search by the primary key alone.
  ///
  /// - Parameter failing: the attributes of the conditions that the nearest item does not meet.
  static func narrowing(_ failing: [Attribute], _ facts: CallFacts) -> FindingText {
    let key = facts.query.map { Schema.of($0.itemClass).primaryKey.map(\.attribute) } ?? []
    guard !failing.isEmpty, failing.allSatisfy(key.contains) else {
      return .queryChangedSinceItWorked.fix
    }
    return .queryChangedSinceItWorked.asItemHas(
      labl: failing.map(\.name).joined(separator: ", "))
  }

  /// Returns finding K503 as a warning: the first access group of the program, where new items go,
  /// has changed.
  ///
  /// Empty if the call names a group, or if the first group has not changed.
  static func reordered(_ facts: CallFacts) -> [Finding] {
    guard facts.group == .absent, let now = facts.caller.groups.first,
      let before = facts.former?.history?.formerDefault(of: facts.caller)
    else { return [] }
    return [reordered(from: before.group, to: now)]
  }

  /// Returns finding K503: the default group of new items was `before` and is now `now`.
  package static func reordered(from before: String, to now: String) -> Finding {
    Finding(
      .defaultGroupChanged.reordered(a: Wording.visible(before), b: Wording.visible(now)),
      as: .warning
    ).fix(.defaultGroupChanged.fix)
  }

  /// Returns finding K506 if the program was seen in another store, otherwise an empty list.
  static func otherStore(_ facts: CallFacts) -> [Finding] {
    guard let other = facts.otherStore else { return [] }
    return [other.finding(Wording.visible(facts.caller.identifier))]
  }

  /// True if a report has the hint that the wanted item may have been added under another identity
  /// of the program.
  ///
  /// The hint keeps the user from adding a second item. The hint is given whether or not an item
  /// was added under another identifier. False for the owner of the store, for a caller that sees
  /// all groups, and in a test.
  static func mayHaveOtherIdentity(_ facts: CallFacts) -> Bool {
    facts.level == .caller && !facts.caller.seesAllGroups && facts.caller.origin != .simulated
  }

  /// Returns finding K003: only the owner of the store sees facts about other programs.
  ///
  /// The finding appears whether or not facts were left out (Specification/diagnostics.md,
  /// "Security rules of diagnosis"). Empty if the explanation is for the owner, or if the caller
  /// sees all groups.
  static func moreKnown(_ facts: CallFacts) -> [Finding] {
    guard facts.level == .caller, !facts.caller.seesAllGroups else { return [] }
    // No command reaches a store of tests.
    let isTest = facts.caller.origin == .simulated
    return [
      Finding(.moreKnownToOwner.text).fix(
        isTest ? .moreKnownToOwner.inTest : .moreKnownToOwner.asOwner)
    ]
  }
}
