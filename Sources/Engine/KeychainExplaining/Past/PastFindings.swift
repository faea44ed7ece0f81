// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What the store, and the programs that it remembers, were before (spec/diagnostics.md 3.6).
package enum PastFindings {
  /// Days after which what happened to the keys is not told as a cause any more: as long as the
  /// change history remembers what was deleted.
  private static let days: Int64 = 90

  /// What has cost items of the store for good, the latest first: K508, K507.
  ///
  /// Which items they were nobody can say: they are told where nothing else explains the answer.
  static func destroyed(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    let events = facts.former?.events ?? []
    let last = events.last { event in
      event.kind != .passcodeRemoved && event.count > 0 && isRecent(event, facts)
    }
    guard let last else { return [] }
    switch last.kind {
    case .keybagReplaced:
      let count = last.count
      return [
        Finding(
          .keybagReplaced,
          "The keybag is younger than \(count) \(count == 1 ? "row" : "rows"); "
            + "\(count == 1 ? "it" : "they") can never be opened."
        ).fix("Restore the keybag from backup.")
      ]
    case .restoredFromOtherDevice:
      return [
        Finding(
          .restoredOnAnotherDevice,
          "This store was restored from another device on \(wording.date(last.time)); "
            + "\(last.count) ThisDeviceOnly item\(last.count == 1 ? "" : "s") could not come along."
        ).fix("Sign in again; use a class that migrates if it must.")
      ]
    case .passcodeRemoved: return []
    }
  }

  private static func isRecent(_ event: KeyEvent, _ facts: CallFacts) -> Bool {
    guard let now = facts.time else { return true }
    return now.day - event.time.day <= days
  }

  /// When the passcode was removed that items needed.
  static func passcodeRemoved(_ facts: CallFacts) -> Instant? {
    facts.former?.events.last { $0.kind == .passcodeRemoved }?.time
  }

  /// K505: a search of an earlier process, with a condition fewer, found something.
  static func queryChanged(
    _ nearest: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    guard let search = facts.former?.search,
      nearest.failures.contains(where: { $0.attribute.map(search.added.contains) ?? false })
    else { return nil }
    let names = search.added.map(\.name).joined(separator: ", ")
    let version = search.version.map { ", version \(Wording.visible($0))" } ?? ""
    return Finding(
      .queryChangedSinceItWorked,
      "Entitlements are the same. The query that found it last (\(wording.date(search.time))"
        + "\(version)) had no \(names); this one has \(names)."
    ).fix(narrowing(nearest.failures.compactMap(\.attribute), facts))
  }

  /// The advice about conditions that were added to a search that worked, and that an item fails.
  ///
  /// Conditions of the primary key have to be right, as a search without them answers with any
  /// match.
  static func narrowing(_ failing: [Attribute], _ facts: CallFacts) -> String {
    let key = facts.query.map { Schema.of($0.itemClass).primaryKey.map(\.attribute) } ?? []
    guard !failing.isEmpty, failing.allSatisfy(key.contains) else {
      return "Search by the primary key, and compare the rest in code."
    }
    let names = failing.map(\.name).joined(separator: ", ")
    return "Give \(names) as the item has it that is meant: without, any that matches is found."
  }

  /// K503 as a warning: another group has become the first one, where new items go.
  static func reordered(_ facts: CallFacts) -> [Finding] {
    guard facts.group == .absent, let now = facts.caller.groups.first,
      let before = facts.former?.history?.formerDefault(of: facts.caller)
    else { return [] }
    return [reordered(from: before.group, to: now)]
  }

  /// K503 with the groups.
  package static func reordered(from before: String, to now: String) -> Finding {
    Finding(
      .defaultGroupChanged,
      "keychain-access-groups has another first entry: new items went to "
        + "\(Wording.visible(before)), now to \(Wording.visible(now)). Searches in your "
        + "groups still see \(Wording.visible(before)): yes.", as: .warning
    ).fix("Restore the order, or name the group.")
  }

  /// K506: the program was last seen in another store.
  static func otherStore(_ facts: CallFacts) -> [Finding] {
    guard let other = facts.otherStore else { return [] }
    return [other.finding(Wording.visible(facts.caller.identifier))]
  }

  /// What keeps anybody from making a second item, whether or not there is a first one.
  static func otherIdentity(_ facts: CallFacts) -> String {
    guard facts.level == .caller, !facts.caller.seesAllGroups, facts.caller.origin != .simulated
    else { return "" }
    return " If it was added before under another identity: security explain --owner."
  }

  /// K003, whether or not there is something to tell (spec/diagnostics.md 8.2).
  static func moreKnown(_ facts: CallFacts) -> [Finding] {
    guard facts.level == .caller, !facts.caller.seesAllGroups else { return [] }
    // No command reaches a store of tests.
    let isTest = facts.caller.origin == .simulated
    return [
      Finding(.moreKnownToOwner, "Facts outside this program's rights bear on this.")
        .fix(
          isTest
            ? "In a test: explain the call as the other app, by explain(_:as:)."
            : "The owner of the store can run security explain --last --owner.")
    ]
  }
}
