// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Compares rows with a query, and finds the conditions that each row fails.
struct RowJudge {
  let search: NearMissSearch
  let conditions: [NearMissSearch.Condition]
  /// The digest of the access group that the query names, or nil if the query names no group.
  private let named: Digest?
  /// The digest of the empty value, for each attribute on which the query has a condition.
  private var empty: [Attribute: Digest] = [:]

  init(search: NearMissSearch, conditions: [NearMissSearch.Condition]) throws(KeychainError) {
    self.search = search
    self.conditions = conditions
    let planner = search.session.codec.planner
    let itemClass = search.plan.itemClass
    if case .named(let name) = search.group {
      named = try planner.digest(itemClass, .accessGroup, name.utf8Span.span)
    } else {
      named = nil
    }
    for condition in conditions {
      empty[condition.row.attribute] = try planner.digest(
        itemClass, condition.row.attribute, [UInt8]().span)
    }
  }

  /// A candidate row, with the conditions that the row fails according to its digests.
  struct Compared {
    let row: SealedRow
    let failures: [NearMiss.Failure]
    /// The sort key of the candidate row: the number of failed conditions, then their ranks.
    ///
    /// A rank is 1 to 9 (`NearMiss.Failure.rank(in:)`). The row with the smallest sort key is
    /// nearest to the query.
    let ranks: [Int]
  }

  /// Returns the conditions that a candidate row fails, which are found by comparing digests.
  ///
  /// Nil if the row fails more than two conditions (`NearMissSearch.farthest`), or every condition.
  func compared(_ row: SealedRow) -> Compared? {
    guard let failures = failures(of: row), failures.count <= NearMissSearch.farthest else {
      return nil
    }
    let schema = Schema.of(search.plan.itemClass)
    return Compared(
      row: row, failures: failures,
      ranks: [failures.count] + failures.map { $0.rank(in: schema) }.sorted())
  }

  /// True if the query has conditions that can be tested only on a decrypted row, because they have
  /// no digest.
  var hasMore: Bool {
    !search.plan.residual.isEmpty || search.plan.host != nil || search.query.filter != nil
  }

  /// Returns the number of the caller's conditions that the best row of the class meets, and the
  /// number of all conditions.
  ///
  /// `met` is the greatest possible number, because a condition that can be tested only on a
  /// decrypted row counts as met.
  ///
  /// - Parameter isWhole: true if `rows` are all rows of the class. If false, `met` also allows for
  ///   a row that was not read. This row fails at least three conditions with a digest, or all of
  ///   them if the query has fewer than three. The row may meet all other conditions.
  func agreement(of rows: some Sequence<SealedRow>, isWhole: Bool) -> (met: Int, of: Int) {
    let plan = search.plan
    let count =
      conditions.count + plan.residual.count + plan.unmatchable.count
      + (plan.protection == nil ? 0 : 1) + (named == nil ? 0 : 1) + (isSyncGiven ? 1 : 0)
    func met(_ row: SealedRow) -> Int {
      let failures = allFailures(of: row).filter { isSyncGiven || $0.how != .synchronizable }
      return max(0, count - failures.count)
    }
    let best = rows.map(met).max() ?? 0
    return (isWhole ? best : max(best, count - min(3, conditions.count)), count)
  }

  private var isSyncGiven: Bool {
    if case .only = search.query.sync { true } else { false }
  }

  /// Returns the conditions that a row fails according to its digests.
  ///
  /// Nil if there are several conditions with a digest and the row fails all of them.
  private func failures(of row: SealedRow) -> [NearMiss.Failure]? {
    let failures = allFailures(of: row)
    let unmet = failures.count { failure in
      if case .form = failure.how { return false }
      return conditions.contains { $0.row.attribute == failure.attribute }
    }
    guard unmet < conditions.count || conditions.count <= 1 else { return nil }
    return failures
  }

  private func allFailures(of row: SealedRow) -> [NearMiss.Failure] {
    var failures: [NearMiss.Failure] = []
    for condition in conditions {
      guard let how = failure(condition, in: row) else { continue }
      failures.append(NearMiss.Failure(condition.row.attribute, how))
    }
    if let wanted = search.plan.store.isSynchronizable, row.facts.isSynchronizable != wanted {
      failures.append(NearMiss.Failure(.synchronizable, .synchronizable))
    }
    if let named, row.facts.group != named {
      failures.append(NearMiss.Failure(.accessGroup, .group))
    }
    if let protection = search.plan.protection, row.facts.protection != protection {
      failures.append(NearMiss.Failure(.protection, .protection))
    }
    for attribute in search.plan.unmatchable {
      failures.append(NearMiss.Failure(attribute, attribute == .protection ? .protection : .kind))
    }
    return failures
  }

  private func failure(
    _ condition: NearMissSearch.Condition, in row: SealedRow
  ) -> NearMiss.Failure.How? {
    let stored = row.digests[condition.place]
    if stored == condition.digest { return nil }
    guard let stored else { return .isNotStored }
    if condition.isOtherKind { return .kind }
    if let variant = condition.variants[stored] { return .form(variant.words) }
    if stored == empty[condition.row.attribute] { return .isEmpty }
    return .differs
  }

  /// Decrypts a candidate row, and returns the near miss with all conditions that the item fails.
  ///
  /// Nil if the caller may not read the item's group, or if the item fails more than two conditions
  /// (`NearMissSearch.farthest`).
  func completed(_ compared: Compared) -> NearMiss? {
    let codec = search.session.codec
    let row = compared.row
    let opening = codec.open(row)
    var failures = compared.failures
    var decision = Decision.allowed
    if case .item(let item) = opening {
      guard search.session.caller.seesAllGroups || search.session.caller.mayRead(item.group) else {
        return nil
      }
      for condition in search.plan.residual where !codec.holds(condition, in: item) {
        failures.append(failure(of: condition, in: item))
      }
      if search.plan.host != nil, failures.isEmpty {
        failures.append(NearMiss.Failure(nil, .filter(.host(server(of: item)))))
      }
      decision = search.session.authorizer.permit(
        .decrypt, under: item.metadata.accessControl, given: search.query.evidence)
    }
    if failures.isEmpty, let filter = search.query.filter {
      let whole = withSecret(row)
      failures.append(
        NearMiss.Failure(
          nil, .filter(whole.map { search.session.dropping(filter, $0) } ?? .unreadable)))
    }
    guard failures.count <= NearMissSearch.farthest else { return nil }
    return NearMiss(ItemFact(row, opening, decision), failures)
  }

  private func server(of item: OpenedItem) -> String? {
    if case .text(let server)? = item[.server], !server.isEmpty { server } else { nil }
  }

  /// Reads a row again together with its secret, and decrypts the row.
  ///
  /// Nil if the row cannot be read or decrypted.
  private func withSecret(_ row: SealedRow) -> OpenedItem? {
    var query = Query(row.facts.itemClass)
    query.references = [.identifier(row.facts.itemClass, row.facts.persistentIdentifier)]
    query.sync = .any
    var uncounted = AbsenceFact()
    guard let scope = try? search.ownScope(.copyMatching),
      let plan = try? search.session.planner.plan(query, within: scope, reading: .secret),
      let found = try? search.rows(plan.store, limit: 1, &uncounted).first,
      case .item(let item) = search.session.codec.open(found), scope.contains(item.group)
    else { return nil }
    return item
  }

  private func failure(of condition: Plan.Residual, in item: OpenedItem) -> NearMiss.Failure {
    let attribute = condition.row.attribute
    let isText = condition.row.kind == .number && condition.value.isText
    guard let stored = item[attribute] else { return NearMiss.Failure(attribute, .isNotStored) }
    return NearMiss.Failure(attribute, isText && !stored.isText ? .kind : .differs)
  }

  /// Describes the differences of near misses more exactly, by comparing the decrypted values.
  ///
  /// For example, a failure "other value" becomes "differs only in letter case".
  ///
  /// - Parameter count: the number of near misses to compare again, from the start of the list.
  func opened(_ misses: [NearMiss], upTo count: Int) -> [NearMiss] {
    misses.enumerated().map { place, miss in
      guard place < count, miss.item.state == .readable else { return miss }
      let failures = miss.failures.map { failure -> NearMiss.Failure in
        guard let attribute = failure.attribute else { return failure }
        guard let stored = miss.item.attributes[attribute] else {
          return failure.how == .kind ? NearMiss.Failure(attribute, .isNotStored) : failure
        }
        guard let condition = conditions.first(where: { $0.row.attribute == attribute }) else {
          return failure
        }
        if failure.how == .kind, stored.isText { return NearMiss.Failure(attribute, .differs) }
        guard failure.how == .differs else { return failure }
        if let words = ValueVariant.difference(condition.value, stored) {
          return NearMiss.Failure(attribute, .form(words))
        }
        let letters = ValueVariant.letters(condition.value, stored)
        return NearMiss.Failure(attribute, letters.map { .differsIn(letters: $0) } ?? .differs)
      }
      var opened = NearMiss(miss.item, failures)
      // The count is the number of all items with another value. If the difference was refined, the
      // number of items with this difference is not known.
      opened.count = failures == miss.failures ? miss.count : 1
      return opened
    }
  }
}

extension NearMissSearch.Condition {
  /// True if the query gives text for an attribute whose stored values are numbers.
  fileprivate var isOtherKind: Bool { row.kind == .number && value.isText }
}

extension AttributeValue {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
