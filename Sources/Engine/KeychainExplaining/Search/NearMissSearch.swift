// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Finds near misses: items that meet all but one or two conditions of a query.
///
/// Specification/diagnostics.md, "Algorithm of near misses". Only the caller's groups are searched,
/// as in every call. Rows are compared by the digests of their values, so that only the nearest
/// rows must be decrypted.
struct NearMissSearch {
  /// A condition of the query that is tested by comparing digests, without decrypting a row.
  struct Condition {
    let row: AttributeRow
    let value: AttributeValue
    let digest: Digest
    /// The position of the attribute's digest among the digests of a row.
    let place: Int
    /// Other spellings of the condition's value, each under its digest.
    let variants: [Digest: ValueVariant]
  }

  /// The greatest number of conditions of the query that a reported item (a near miss) may fail.
  static let farthest = 2
  /// The greatest number of near misses (items that fail one or two conditions) that are reported.
  static let told = 5
  /// The greatest number of items in a class that are all compared with the query.
  ///
  /// In a larger class, the search compares the rows that an index finds for a condition, and the
  /// newest rows of the class.
  private static let small = 1_000
  /// The greatest number of rows that the search reads if no condition of the query has an index.
  private static let scanned = 20_000
  /// The number of adjacent rows that can be read in one millisecond, estimated at half of the
  /// measured rate.
  private static let perMillisecond = 130
  /// The divisor of the search's time limit that gives the time for reading the rows that meet a
  /// condition: one 25th.
  ///
  /// The time is short, because reading is only one of the steps of the search. All steps together
  /// should take only a fifth of the time limit.
  private static let readingShare = 25
  /// The number of rows that are read first for a condition, to measure the speed of reading.
  ///
  /// The speed decides how many further rows are read. In a store of a million items, each row that
  /// an index finds may be on another page of the file.
  private static let sample = 128
  /// The greatest numbers of rows to read for each other spelling of a wanted value.
  ///
  /// `perVariant` is for rows with this spelling. `perPair` is for rows that also meet a second
  /// condition. A value has at most 24 other spellings, so these are fewer than 200 rows.
  private static let (perVariant, perPair) = (6, 2)
  /// The greatest number of items in a class for which every item is a candidate for a near miss.
  ///
  /// The number is used only for a query with a single condition. Candidates are usually found by a
  /// condition that they meet. An item that fails the only condition is not found in this way.
  private static let few = 20

  let session: Session
  let reader: StoreReader
  let plan: Plan
  let query: Query
  let group: RequestedGroup
  let effort: SearchEffort
  /// The time at which the search stops reading rows.
  let deadline: MonotonicTime

  init(
    session: Session, reader: StoreReader, plan: Plan, query: Query, group: RequestedGroup,
    effort: SearchEffort
  ) {
    self.session = session
    self.reader = reader
    self.plan = plan
    self.query = query
    self.group = group
    self.effort = effort
    deadline = .now.advanced(byMilliseconds: effort.milliseconds)
  }

  private var itemClass: ItemClass { plan.itemClass }
  private var codec: RowCodec { session.codec }

  /// Returns the facts that explain why the query found no item.
  func absence(of verb: CallFacts.Verb) throws(KeychainError) -> AbsenceFact {
    var absence = AbsenceFact()
    let everything = try codec.planner.plan(
      Query(itemClass), within: ownScope(verb), reading: .digests)
    var store = everything.store
    store.isSynchronizable = nil
    let conditions = try conditions()
    let isLed = conditions.contains { $0.row.roles.contains(.indexed) }
    var all = try rows(store, limit: Self.small + 1, &absence)
    if all.count > Self.small, !isLed {
      all = try rows(store, limit: min(Self.scanned, affordable), &absence)
      absence.isCutShort = true
    }
    absence.hasMore = all.count > Self.small
    absence.classCount = min(all.count, Self.small)
    absence.localCount = all.prefix(Self.small).count { !$0.facts.isSynchronizable }
    var candidates = try candidates(conditions, store, all, &absence)
    if conditions.count == 1, all.count <= Self.few {
      for row in all { candidates[row.id] = row }
    }
    let judge = try RowJudge(search: self, conditions: conditions)
    tell(of: candidates, judge, &absence)
    if absence.nearMisses.isEmpty {
      let rows = absence.hasMore ? Array(candidates.values) : all
      absence.agreement = judge.agreement(of: rows, isWhole: !absence.hasMore)
    }
    absence.milliseconds = effort.milliseconds
    absence.isOutOfTime = absence.isCutShort && deadline.millisecondsLeft == 0
    absence.otherClasses = try OtherClasses(search: self).counts(within: ownScope(verb))
    return absence
  }

  /// Adds the near misses (items that fail one or two conditions) among the candidate rows to
  /// `absence`.
  ///
  /// Candidate rows are compared by their digests first. Of the rows whose digests fail a
  /// condition, only the nearest rows are decrypted, at most `SearchEffort.openings`. If the query
  /// has conditions without a digest, rows whose digests meet all conditions are decrypted too. A
  /// decrypted row shows which condition it fails.
  private func tell(
    of candidates: [Int64: SealedRow], _ judge: RowJudge, _ absence: inout AbsenceFact
  ) {
    let compared = candidates.values.compactMap { judge.compared($0) }
    let exact = compared.filter { $0.failures.isEmpty }
    let failing = compared.filter { !$0.failures.isEmpty }.sorted { left, right in
      if left.ranks != right.ranks { return left.ranks.lexicographicallyPrecedes(right.ranks) }
      let (first, second) = (left.row.facts, right.row.facts)
      return (first.revision, left.row.id) > (second.revision, right.row.id)
    }
    let whole = judge.hasMore ? Array(exact.prefix(Self.small)) : []
    let kept = (whole + failing.prefix(effort.openings)).compactMap { compared in
      judge.completed(compared).map { (row: compared.row, miss: $0) }
    }.filter { !$0.miss.failures.isEmpty }
    let nearest = kept.map(\.miss.failures.count).min() ?? 0
    // If some conditions show only on decrypted rows, the decrypted rows are counted. Otherwise
    // all compared rows are counted.
    let seen =
      judge.hasMore
      ? kept.map { Relaxation.all($0.miss.failures, $0.row) }
      : failing.prefix { $0.failures.count <= nearest }.map { Relaxation.all($0.failures, $0.row) }
    let counts = Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +)
    let misses = kept.map { found -> NearMiss in
      var miss = found.miss
      miss.count = counts[Relaxation.all(miss.failures, found.row)] ?? 1
      return miss
    }
    let schema = Schema.of(itemClass)
    let ordered =
      judge.opened(misses.filter { $0.failures.count == nearest }, upTo: effort.openings)
      + misses.filter { $0.failures.count > nearest }
    // No query finds an item that can never be decrypted again. These items are reported only if no
    // other item is near.
    let alive = ordered.filter { !$0.item.isGone }
    absence.nearMisses = Array(
      (alive.isEmpty ? ordered : alive).sorted { NearMiss.isNearer($0, $1, in: schema) }
        .prefix(Self.told))
  }

  /// The number of rows that can be read before the deadline.
  private var affordable: Int { deadline.millisecondsLeft * Self.perMillisecond }

  /// Returns the access groups that a call searches if its query names no group.
  func ownScope(_ verb: CallFacts.Verb) throws(KeychainError) -> Scope {
    try session.authorizer.scope(verb.asked, .absent)
  }

  /// Returns the newest rows that a plan finds, and adds the number of these rows to
  /// `absence.rowsRead`.
  ///
  /// - Parameter limit: the greatest number of rows to return, and of rows to visit.
  func rows(
    _ plan: StorePlan, limit: Int, _ absence: inout AbsenceFact
  ) throws(KeychainError) -> [SealedRow] {
    var plan = plan
    (plan.limit, plan.mostVisited, plan.isNewestFirst) = (limit, limit, true)
    let rows = try storing { () throws(StorageError) in try reader.fetch(plan) }
    absence.rowsRead += rows.count
    return rows
  }

  private func conditions() throws(KeychainError) -> [Condition] {
    let digested = Schema.of(itemClass).digested
    var result: [Condition] = []
    for (term, compared) in zip(plan.store.terms, plan.compared) {
      guard let place = digested.firstIndex(where: { $0.attribute == term.attribute }) else {
        continue
      }
      var variants: [Digest: ValueVariant] = [:]
      for variant in ValueVariant.all(of: compared.value, for: compared.row) {
        let digest = try Canonical.lend(variant.value, kind: compared.row.kind) {
          (bytes) throws(KeychainError) in
          try codec.planner.digest(itemClass, term.attribute, bytes)
        }
        if digest != term.digest, variants[digest] == nil { variants[digest] = variant }
      }
      result.append(
        Condition(
          row: compared.row, value: compared.value, digest: term.digest, place: place,
          variants: variants))
    }
    return result
  }

  /// Returns the rows that may be near misses: rows that meet at least one of the rarest three
  /// conditions.
  ///
  /// The rarest conditions are the conditions that the fewest rows meet. A row that fails at most
  /// two conditions meets at least one of any three conditions. Rows with another spelling of a
  /// value are added, and the newest rows that meet a condition.
  ///
  /// - Parameter all: the newest rows of the class, which were read already. These are all rows of
  ///   the class if the class is small.
  private func candidates(
    _ conditions: [Condition], _ store: StorePlan, _ all: [SealedRow], _ absence: inout AbsenceFact
  ) throws(KeychainError) -> [Int64: SealedRow] {
    var postings: [[SealedRow]] = []
    let end = MonotonicTime.now.advanced(
      byMilliseconds: max(1, effort.milliseconds / Self.readingShare))
    let isSmall =
      all.count <= Self.small || !conditions.contains { $0.row.roles.contains(.indexed) }
    for condition in conditions {
      let isLed = condition.row.roles.contains(.indexed)
      guard isLed || isSmall else { continue }
      let found: [SealedRow]
      if isSmall {
        found = all.filter { $0.digests[condition.place] == condition.digest }
      } else {
        var plan = store
        plan.terms = [StorePlan.Term(condition.row.attribute, condition.digest)]
        found = try posting(plan, until: end, &absence)
      }
      absence.counts.append(AbsenceFact.Count(condition.row.attribute, found.count))
      postings.append(found)
    }
    var candidates: [Int64: SealedRow] = [:]
    for posting in postings.sorted(by: { $0.count < $1.count }).prefix(Self.farthest + 1) {
      for row in posting { candidates[row.id] = row }
    }
    for condition in conditions {
      let others = conditions.filter { $0.place != condition.place }
      let found = try spelledOtherwise(condition, others, store, isSmall ? all : nil, &absence)
      for row in found { candidates[row.id] = row }
    }
    // Adds the newest rows of the class that meet a condition. An index of two attributes does not
    // return the newest rows of one attribute first.
    for row in all
    where postings.isEmpty || conditions.contains(where: { row.digests[$0.place] == $0.digest }) {
      candidates[row.id] = row
    }
    return candidates
  }

  /// Returns the rows that meet one condition, as far as the limits of the search allow.
  ///
  /// The result has at most `SearchEffort.candidates` rows. The speed of reading is measured with
  /// the first rows, to read only as many rows as can be read until `end`. If rows may be missing,
  /// `absence.isCutShort` becomes true.
  ///
  /// - Parameter end: the time at which reading is to stop.
  private func posting(
    _ plan: StorePlan, until end: MonotonicTime, _ absence: inout AbsenceFact
  ) throws(KeychainError) -> [SealedRow] {
    let begin = MonotonicTime.now
    let first = try rows(plan, limit: Self.sample + 1, &absence)
    guard first.count > Self.sample else { return first }
    let passed = max(1, MonotonicTime.now.nanoseconds - begin.nanoseconds)
    let inTime = end.millisecondsLeft * 1_000_000 / Int(clamping: passed) * Self.sample
    let most = min(effort.candidates - Self.sample, inTime)
    guard most > Self.sample else {
      absence.isCutShort = true
      return first
    }
    let found = try rows(plan, limit: most, &absence)
    absence.isCutShort = absence.isCutShort || found.count == most
    return found
  }

  /// Returns rows whose value is another spelling of the wanted value, for example in other letter
  /// case.
  ///
  /// The store is asked for a limited number of rows for each spelling. Rows that also meet a
  /// second condition have a limit of their own, so that other rows cannot displace them.
  ///
  /// - Parameters:
  ///   - others: the other conditions of the query, one of which may be the second condition.
  ///   - all: the rows of a small class, which were read already and are compared without a limit.
  ///     Nil if the store is to be asked.
  private func spelledOtherwise(
    _ condition: Condition, _ others: [Condition], _ store: StorePlan, _ all: [SealedRow]?,
    _ absence: inout AbsenceFact
  ) throws(KeychainError) -> [SealedRow] {
    if let all {
      return all.filter { row in
        row.digests[condition.place].map { condition.variants[$0] != nil } ?? false
      }
    }
    guard condition.row.roles.contains(.indexed) else { return [] }
    let pair = others.first { other in
      TableLayout.of(itemClass).leads([other.row.attribute, condition.row.attribute])
    }
    var found: [SealedRow] = []
    // The digests are sorted, because the order of a dictionary differs in each process.
    for digest in condition.variants.keys.sorted() {
      var plan = store
      plan.terms = [StorePlan.Term(condition.row.attribute, digest)]
      found += try rows(plan, limit: Self.perVariant, &absence)
      guard let pair else { continue }
      plan.terms.append(StorePlan.Term(pair.row.attribute, pair.digest))
      found += try rows(plan, limit: Self.perPair, &absence)
    }
    return found
  }
}

extension NearMiss {
  /// Returns true if the near miss `left` is nearer to the query than the near miss `right`.
  ///
  /// A near miss (an item that fails one or two conditions) with fewer failed conditions is nearer.
  /// If the numbers are equal, the smaller ranks of the failed conditions decide
  /// (`NearMiss.Failure.rank(in:)`). If the ranks are equal too, the item that was changed later is
  /// nearer (Specification/diagnostics.md, "Order of near misses").
  static func isNearer(_ left: NearMiss, _ right: NearMiss, in schema: Schema) -> Bool {
    let ranks = [left, right].map { miss in
      [miss.failures.count] + miss.failures.map { $0.rank(in: schema) }.sorted()
    }
    if ranks[0] != ranks[1] { return ranks[0].lexicographicallyPrecedes(ranks[1]) }
    return left.changed > right.changed
  }

  private var changed: Instant {
    if case .date(let time)? = item.attributes[.modificationDate] { time } else { .reference }
  }
}

/// A change to one condition of a query.
///
/// A row that fails the condition meets it after the change. Rows that need equal changes are
/// counted together.
private enum Relaxation: Hashable {
  case attribute(Attribute)
  /// In the query, the stored value with this digest replaces the wanted value of the attribute.
  case value(Attribute, Digest?)
  case synchronizable
  case group(Digest)
  case protection(Protection)
  case filter

  static func all(_ failures: [NearMiss.Failure], _ row: SealedRow) -> [Relaxation] {
    failures.map { failure in
      switch failure.how {
      case .synchronizable: .synchronizable
      case .group: .group(row.facts.group)
      case .protection: .protection(row.facts.protection)
      case .filter: .filter
      case .kind, .form:
        failure.attribute.map { .value($0, row.digest(of: $0)) } ?? .filter
      case .isNotStored, .isEmpty, .differs, .differsIn:
        failure.attribute.map { .attribute($0) } ?? .filter
      }
    }
  }
}

extension SealedRow {
  /// Returns the digest of an attribute in this row, or nil if the row has no digest of the
  /// attribute.
  fileprivate func digest(of attribute: Attribute) -> Digest? {
    Schema.of(facts.itemClass).digested.firstIndex { $0.attribute == attribute }
      .flatMap { digests[$0] }
  }
}
