// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import KeychainEngine
import KeychainExplanations
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Says of a row which conditions of a query it does not meet.
struct RowJudge {
  let search: NearMissSearch
  let conditions: [NearMissSearch.Condition]
  /// The digest of the group that the query names.
  private let named: Digest?
  /// The digest of the empty value, by attribute.
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

  /// A candidate with what it fails; nil where that is too much, or every explicit condition.
  func judged(_ row: SealedRow) -> NearMiss? {
    var failures: [NearMiss.Failure] = []
    var met = 0
    for condition in conditions {
      guard let how = failure(condition, in: row) else {
        met += 1
        continue
      }
      if case .form = how { met += 1 }
      failures.append(NearMiss.Failure(condition.row.attribute, how))
    }
    guard met > 0 || conditions.count <= 1 else { return nil }
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
    guard failures.count <= NearMissSearch.farthest else { return nil }
    return completed(row, failures)
  }

  private func failure(
    _ condition: NearMissSearch.Condition, in row: SealedRow
  ) -> NearMiss.Failure.How? {
    guard let stored = row.digests[condition.place] else { return .isNotStored }
    if stored == condition.digest { return nil }
    if let variant = condition.variants[stored] { return .form(variant.words) }
    if stored == empty[condition.row.attribute] { return .isEmpty }
    return .differs
  }

  /// The row with what only its opened values tell.
  private func completed(_ row: SealedRow, _ failures: [NearMiss.Failure]) -> NearMiss? {
    let codec = search.session.codec
    let opening = codec.open(row)
    var failures = failures
    var decision = Decision.allowed
    if case .item(let item) = opening {
      guard search.session.caller.seesAllGroups || search.session.caller.mayRead(item.group) else {
        return nil
      }
      for condition in search.plan.residual where !codec.holds(condition, in: item) {
        failures.append(failure(of: condition, in: item))
      }
      if let host = search.plan.host, failures.isEmpty {
        failures.append(.init(nil, .filter("host"))); _ = host
      }
      decision = search.session.authorizer.permit(
        .decrypt, under: item.metadata.accessControl, given: search.query.evidence)
    }
    if failures.isEmpty, search.query.filter != nil {
      failures.append(NearMiss.Failure(nil, .filter("certificate")))
    }
    guard failures.count <= NearMissSearch.farthest else { return nil }
    return NearMiss(ItemFact(row, opening, decision), failures)
  }

  private func failure(of condition: Plan.Residual, in item: OpenedItem) -> NearMiss.Failure {
    let attribute = condition.row.attribute
    guard let stored = item[attribute] else { return NearMiss.Failure(attribute, .isNotStored) }
    let isOtherKind = condition.row.kind == .number && condition.value.isText != stored.isText
    return NearMiss.Failure(attribute, isOtherKind ? .kind : .differs)
  }

  /// Near misses whose differences are looked at once more with both values at hand.
  func opened(_ misses: [NearMiss], upTo count: Int) -> [NearMiss] {
    misses.enumerated().map { place, miss in
      guard place < count, miss.item.state == .readable else { return miss }
      let failures = miss.failures.map { failure -> NearMiss.Failure in
        guard failure.how == .differs, let attribute = failure.attribute,
          let stored = miss.item.attributes[attribute],
          let condition = conditions.first(where: { $0.row.attribute == attribute }),
          let words = ValueVariant.difference(condition.value, stored)
        else { return failure }
        return NearMiss.Failure(attribute, .form(words))
      }
      return NearMiss(miss.item, failures)
    }
  }
}

extension AttributeValue {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
