// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Finds the items that meet all but one or two conditions of a query (spec/diagnostics.md 4.2).
///
/// It sees the caller's groups only, as every verb does, and compares digests: nothing is opened
/// but the few rows that are kept.
struct NearMissSearch {
  /// A condition that rows are compared with by digest.
  struct Condition {
    let row: AttributeRow
    let value: AttributeValue
    let digest: Digest
    /// Where the digest stands in a row.
    let place: Int
    /// Other spellings of the value, by digest.
    let variants: [Digest: ValueVariant]
  }

  /// How many conditions a near miss may fail.
  static let farthest = 2
  /// How many near misses are told.
  static let told = 5
  /// So many items of a class, or fewer, are all compared; of more those that a condition leads to.
  private static let small = 1_000
  /// Rows that are looked through where no condition leads to some.
  private static let scanned = 20_000
  /// Rows that are surely read in a millisecond where they lie beside each other, half of what is
  /// measured.
  private static let perMillisecond = 130
  /// The part of the time in which rows of conditions are read: all together is to take a fifth.
  private static let readingShare = 25
  /// So many rows of a condition tell how fast the rest can be read: of a million items each row of
  /// an index may lie on a page of its own.
  private static let sample = 128
  /// Rows that one spelling may lead to, and those of them that meet another condition as well:
  /// together no more than 200 for the spellings of a value.
  private static let (perVariant, perPair) = (6, 2)
  /// A class of so few items is told whole.
  private static let few = 20

  let session: Session
  let reader: StoreReader
  let plan: Plan
  let query: Query
  let group: RequestedGroup
  let effort: SearchEffort
  /// When no more is read.
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

  /// What can be told of a query that finds nothing.
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

  /// Tells the nearest of some candidates: compared by their digests, of which no more are opened
  /// than an effort allows, and those that meet all of them, to see what drops them.
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
    // What only opened rows tell is counted among those; everything else among all.
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
    // What is gone for good is found by no query: it is told only where nothing else is near.
    let alive = ordered.filter { !$0.item.isGone }
    absence.nearMisses = Array(
      (alive.isEmpty ? ordered : alive).sorted { NearMiss.isNearer($0, $1, in: schema) }
        .prefix(Self.told))
  }

  /// How many rows can be read before the deadline.
  private var affordable: Int { deadline.millisecondsLeft * Self.perMillisecond }

  /// The groups of a query that names none.
  func ownScope(_ verb: CallFacts.Verb) throws(KeychainError) -> Scope {
    try session.authorizer.scope(verb.asked, .absent)
  }

  /// The newest rows of a plan, counted.
  ///
  /// - Parameter limit: of rows that are answered, and of those that are looked at for it.
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

  /// Rows that meet at least one of the conditions that lead to the fewest: one that fails two
  /// conditions at most meets one of any three.
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
    // The newest of the class: an index of two attributes does not have the newest of one first.
    for row in all
    where postings.isEmpty || conditions.contains(where: { row.digests[$0.place] == $0.digest }) {
      candidates[row.id] = row
    }
    return candidates
  }

  /// The rows of one condition: as many as an effort allows, and as the pace of the first ones lets
  /// be read in time.
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

  /// Rows whose value is another spelling of the one that was given: first those that meet another
  /// condition of the key as well, which no number of others hides.
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
    // In an order of their own: those of a dictionary have another one in each process.
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
  /// Fewest failures, then by what fails, then the newest (spec/diagnostics.md 4.5).
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

/// What would have to be left out of a query for a row to match.
private enum Relaxation: Hashable {
  case attribute(Attribute)
  /// Another value instead of the one that was given.
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
  /// Nil where an attribute has none.
  fileprivate func digest(of attribute: Attribute) -> Digest? {
    Schema.of(facts.itemClass).digested.firstIndex { $0.attribute == attribute }
      .flatMap { digests[$0] }
  }
}
