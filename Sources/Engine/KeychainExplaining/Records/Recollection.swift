// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What the calls before this one say about it: their dictionaries, compared by digest.
struct Recollection {
  /// Failures of the same call within `repeating` after which a program had better stop (K812):
  /// a person who tries again does so less often.
  static let mostRepetitions = 5
  static let repeating: Int64 = 10_000_000_000
  /// A delete and an add of one thread within this belong together (K803), in nanoseconds.
  static let together: Int64 = 1_000_000_000

  let facts: CallFacts
  /// The calls for items before this one, the oldest first.
  private let earlier: [CallRecord]
  private let keyNames: [String]

  init(_ facts: CallFacts) {
    self.facts = facts
    earlier = facts.earlier.filter { $0.verb.subject == .items }
    let itemClass = facts.itemClass ?? facts.collision?.occupant.itemClass ?? .genericPassword
    keyNames = Schema.of(itemClass).primaryKey.map(\.attribute)
      .filter { !Wording.isTail($0) }.map(\.name)
  }

  private func pair(_ key: String) -> CallFacts.Pair? { facts.pairs.first { $0.key == key } }

  /// Whether an earlier call was about the same items, as far as both say which: of one class, and
  /// no attribute of the key differs.
  func agrees(_ record: CallRecord) -> Bool {
    guard let itemClass = pair("class")?.value, record.pair("class")?.value == itemClass else {
      return false
    }
    return keyNames.allSatisfy { name in
      guard let mine = pair(name), let other = record.pair(name) else { return true }
      return mine.digest == other.digest
    }
  }

  /// Whether an earlier call names every attribute of the key that this one names, alike.
  private func names(_ record: CallRecord) -> Bool {
    let given = keyNames.filter { pair($0) != nil }
    return !given.isEmpty && agrees(record) && given.allSatisfy { record.pair($0) != nil }
  }

  /// The last add of the same key, where it failed.
  var failedAdd: CallRecord? {
    let last = earlier.last { $0.verb == .add && names($0) }
    return last.flatMap { $0.status == 0 ? nil : $0 }
  }

  /// The protection that the last add of the same item named, where a call says which one it is.
  var addedProtection: String? {
    guard keyNames.allSatisfy({ pair($0) != nil }) else { return nil }
    return facts.earlier.last { $0.verb == .add && agrees($0) }?.pair(Attribute.protection.name)?
      .value
  }

  /// The last search before this add that should have found the item in its way, and did not.
  var missedSearch: CallRecord? {
    guard let last = earlier.last(where: { $0.verb == .copyMatching && agrees($0) }) else {
      return nil
    }
    return last.status == KeychainError.Code.itemNotFound.rawValue ? last : nil
  }

  /// The last search that found something by fewer conditions than this one, all of them alike, and
  /// the conditions that came since.
  var searchThatWorked: (record: CallRecord, added: [String])? {
    let mine = facts.pairs.filter { $0.effect == .filter }
    for record in earlier.reversed()
    where record.verb == .copyMatching && record.status == 0 && agrees(record) {
      let theirs = Set(record.pairs.filter { $0.effect == .filter }.map(\.shape))
      let added = mine.filter { !theirs.contains($0.shape) }.map(\.key)
      if theirs.isSubset(of: mine.map(\.shape)), !added.isEmpty { return (record, added) }
    }
    return nil
  }

  /// Whether a search asks for no more than the key, where it is and whether it is synchronizable.
  func asksForKeyOnly(_ record: CallRecord) -> Bool {
    let allowed = Set(keyNames + ["class", "sync", "agrp", "u_UseDataProtectionKeychain", "nleg"])
    return record.pairs.allSatisfy { pair in
      pair.effect != .filter || allowed.contains(pair.key) || pair.key.hasPrefix("m_")
    }
  }

  /// The call that answered -25308 about the items of this delete, where none succeeded since.
  var refusedRead: CallRecord? {
    guard let last = earlier.last(where: { $0.verb != .delete && agrees($0) }) else {
      return nil
    }
    return last.status == KeychainError.Code.interactionNotAllowed.rawValue ? last : nil
  }

  /// The delete of the same items that this add follows, where nothing else came between.
  var precedingDelete: CallRecord? {
    guard let last = earlier.last(where: { $0.verb != .copyMatching && agrees($0) }) else {
      return nil
    }
    return last.verb == .delete && last.status == 0 ? last : nil
  }

  /// The failed search whose dictionary this add was given, with what means nothing in an add.
  var reusedSearch: CallRecord? {
    guard let last = earlier.last, last.verb == .copyMatching, last.status != 0 else {
      return nil
    }
    let mine = Set(facts.pairs.filter { $0.key != "v_Data" }.map(\.shape))
    let isMarked = last.pairs.contains { $0.key.hasPrefix("r_") || $0.key.hasPrefix("m_") }
    return isMarked && mine == Set(last.pairs.map(\.shape)) ? last : nil
  }

  /// How often the same call has failed in the same way lately, this time included, and in how many
  /// seconds.
  var repetitions: (count: Int, seconds: Int)? {
    guard let now = facts.moment, facts.status != 0 else { return nil }
    let mine = Set(facts.pairs.map(\.shape))
    let same = facts.earlier.filter { record in
      record.verb == facts.verb && record.status == facts.status && record.use == facts.use
        && now.nanoseconds - record.moment.nanoseconds <= Self.repeating
        && Set(record.pairs.map(\.shape)) == mine
    }
    guard same.count >= Self.mostRepetitions, let first = same.first else { return nil }
    let passed = (now.nanoseconds - first.moment.nanoseconds) / 1_000_000_000
    return (same.count + 1, max(1, Int(passed)))
  }

  /// Words for how long ago a call was.
  func ago(_ record: CallRecord) -> String {
    guard let now = facts.moment else { return "before" }
    let seconds = max(0, (now.nanoseconds - record.moment.nanoseconds) / 1_000_000_000)
    switch seconds {
    case 0..<2: return "just now"
    case 2..<120: return "\(seconds) seconds ago"
    case 120..<7_200: return "\(seconds / 60) minutes ago"
    default: return "\(seconds / 3_600) hours ago"
    }
  }

  /// How long ago a call was.
  func milliseconds(since record: CallRecord) -> Int64 {
    guard let now = facts.moment else { return 0 }
    return max(1, (now.nanoseconds - record.moment.nanoseconds) / 1_000_000)
  }

  /// Whether two moments are so near that the calls belong together.
  func isTogether(_ record: CallRecord) -> Bool {
    guard let now = facts.moment else { return false }
    return record.thread == facts.thread
      && now.nanoseconds - record.moment.nanoseconds <= Self.together
  }
}

extension CallFacts.Pair {
  /// A pair without what became of it, which differs from verb to verb.
  fileprivate var shape: [String] {
    [key, kind.rawValue, "\(length ?? -1)", "\(digest ?? 0)", value ?? ""]
  }
}

extension CallFacts {
  /// The protection that the program's last add of these items named; nil where it named none, or
  /// none is remembered.
  package var lastAddedProtection: String? { Recollection(self).addedProtection }
}
