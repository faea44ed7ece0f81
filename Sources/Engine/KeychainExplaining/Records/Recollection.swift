// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The earlier calls of a program that help to explain the present call.
///
/// The dictionaries of two calls are compared by the digests of their values.
struct Recollection {
  /// The number of equal failed calls after which a report advises the program to stop (finding
  /// K812).
  ///
  /// Only calls within the last `repeating` nanoseconds are included. A user who tries again by
  /// hand repeats a call less often.
  static let mostRepetitions = 5
  static let repeating: Int64 = 10_000_000_000
  /// The longest time in nanoseconds between two calls with which a program replaces an item: a
  /// deletion and an addition (finding K803).
  ///
  /// One thread must make both calls.
  static let together: Int64 = 1_000_000_000

  let facts: CallFacts
  /// The earlier calls about items, oldest first.
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

  /// Returns true if an earlier call may be about the items of the present call.
  ///
  /// Both calls must name a class, and the two classes must be equal. If both calls name an
  /// attribute of the primary key, the two values must be equal.
  func agrees(_ record: CallRecord) -> Bool {
    guard let itemClass = pair("class")?.value, record.pair("class")?.value == itemClass else {
      return false
    }
    return keyNames.allSatisfy { name in
      guard let mine = pair(name), let other = record.pair(name) else { return true }
      return mine.digest == other.digest
    }
  }

  /// Returns true if an earlier call names, with equal values, all primary key attributes that the
  /// present call names.
  ///
  /// False if the present call names no attribute of the primary key.
  private func names(_ record: CallRecord) -> Bool {
    let given = keyNames.filter { pair($0) != nil }
    return !given.isEmpty && agrees(record) && given.allSatisfy { record.pair($0) != nil }
  }

  /// The last call that adds an item with the primary key of the present call, if it failed.
  ///
  /// Nil if it succeeded, or if no addition of this item is remembered.
  var failedAdd: CallRecord? {
    let last = earlier.last { $0.verb == .add && names($0) }
    return last.flatMap { $0.status == 0 ? nil : $0 }
  }

  /// The protection that the program named when it last added the item of the present call.
  ///
  /// That addition need not have succeeded. Nil if the present call does not name the whole primary
  /// key, or if no protection is remembered.
  var addedProtection: String? {
    guard keyNames.allSatisfy({ pair($0) != nil }) else { return nil }
    return facts.earlier.last { $0.verb == .add && agrees($0) }?.pair(Attribute.protection.name)?
      .value
  }

  /// The last search for the item that the present call adds, if it failed with "not found".
  ///
  /// Nil if the search had another status, or if no search is remembered.
  var missedSearch: CallRecord? {
    guard let last = earlier.last(where: { $0.verb == .copyMatching && agrees($0) }) else {
      return nil
    }
    return last.status == KeychainError.Code.itemNotFound.rawValue ? last : nil
  }

  /// The last successful search with fewer conditions than this call, and the conditions that were
  /// added since.
  ///
  /// All conditions of that search are also conditions of this call. Nil if no search of this kind
  /// is remembered.
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

  /// Returns true if all conditions of a search are about the primary key, the access group and the
  /// sync flag.
  ///
  /// The class and match keys, such as `kSecMatchLimit`, are not counted as conditions.
  func asksForKeyOnly(_ record: CallRecord) -> Bool {
    let allowed = Set(keyNames + ["class", "sync", "agrp", "u_UseDataProtectionKeychain", "nleg"])
    return record.pairs.allSatisfy { pair in
      pair.effect != .filter || allowed.contains(pair.key) || pair.key.hasPrefix("m_")
    }
  }

  /// The last search, addition or update of the items that the present call deletes, if it failed
  /// with -25308 (locked).
  ///
  /// Nil if that earlier call had another status, or if no earlier call is remembered.
  var refusedRead: CallRecord? {
    guard let last = earlier.last(where: { $0.verb != .delete && agrees($0) }) else {
      return nil
    }
    return last.status == KeychainError.Code.interactionNotAllowed.rawValue ? last : nil
  }

  /// The successful deletion of the items that the present call adds again.
  ///
  /// Nil if the last write to these items was not a successful deletion.
  var precedingDelete: CallRecord? {
    guard let last = earlier.last(where: { $0.verb != .copyMatching && agrees($0) }) else {
      return nil
    }
    return last.verb == .delete && last.status == 0 ? last : nil
  }

  /// The failed search whose dictionary the present call passes again to add an item.
  ///
  /// The dictionary then has match or return keys, which belong to a search. Nil if the last call
  /// was not a failed search, or if the dictionaries differ in more than the secret.
  var reusedSearch: CallRecord? {
    guard let last = earlier.last, last.verb == .copyMatching, last.status != 0 else {
      return nil
    }
    let mine = Set(facts.pairs.filter { $0.key != "v_Data" }.map(\.shape))
    let isMarked = last.pairs.contains { $0.key.hasPrefix("r_") || $0.key.hasPrefix("m_") }
    return isMarked && mine == Set(last.pairs.map(\.shape)) ? last : nil
  }

  /// The number of recent failed calls that equal this failed call, and the time in seconds that
  /// they span.
  ///
  /// The number includes this call. Nil if fewer than five earlier failures (`mostRepetitions`) are
  /// equal to this call.
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

  /// Returns the time since an earlier call in words, for example `5 minutes ago`.
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

  /// Returns the time in milliseconds since an earlier call.
  func milliseconds(since record: CallRecord) -> Int64 {
    guard let now = facts.moment else { return 0 }
    return max(1, (now.nanoseconds - record.moment.nanoseconds) / 1_000_000)
  }

  /// Returns true if an earlier call was made on this thread at most `together` nanoseconds ago.
  func isTogether(_ record: CallRecord) -> Bool {
    guard let now = facts.moment else { return false }
    return record.thread == facts.thread
      && now.nanoseconds - record.moment.nanoseconds <= Self.together
  }
}

extension CallFacts.Pair {
  /// The parts of the pair that must be equal in equal calls: key, kind, length, digest and value.
  ///
  /// The `effect` (the use of the pair in the call) is left out, because it differs between
  /// functions.
  fileprivate var shape: [String] {
    [key, kind.rawValue, "\(length ?? -1)", "\(digest ?? 0)", value ?? ""]
  }
}

extension CallFacts {
  /// The protection that the program named when it last added the item of this call.
  ///
  /// That addition need not have succeeded. Nil if it named no protection, or if no addition of the
  /// item is remembered. Also nil if this call does not name the whole primary key.
  package var lastAddedProtection: String? { Recollection(self).addedProtection }
}
