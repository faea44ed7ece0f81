// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Lists all items that match a query, including items that a search cannot return.
///
/// For an item that a search cannot return, the list has the reason. A search itself ends at the
/// first row that decides the status of the search.
struct MatchSurvey {
  /// The greatest number of matching items that are described.
  ///
  /// Further items are only counted.
  static let described = 64

  let session: Session
  let reader: StoreReader
  let plan: Plan
  let query: Query

  /// Returns the first items that match the query, and the number of matching items among the rows
  /// that were read.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of rows to read for each query to the store.
  ///   - creator: the identifier of the program that made the items, or nil for any program.
  func matches(
    upTo limit: Int, by creator: String? = nil
  ) throws(KeychainError) -> ([ItemFact], Int) {
    var facts: [ItemFact] = []
    var count = 0
    for question in plan.questions {
      var store = question.store
      store.isConfirmed = false
      store.limit = limit
      // The limit bounds the work: if a million rows match, only some of them are visited.
      store.mostVisited = 2 * limit
      let rows = try storing { () throws(StorageError) in try reader.fetch(store) }
      for row in rows where question.isAnswered(by: row) {
        guard let fact = fact(of: row), creator == nil || fact.creator == creator else { continue }
        count += 1
        if facts.count < Self.described { facts.append(fact) }
      }
    }
    return (facts, count)
  }

  /// Returns all items that match the query and that a program made.
  ///
  /// The number of items is not limited.
  ///
  /// - Parameter creator: the identifier of the program.
  func all(by creator: String) throws(KeychainError) -> [ItemFact] {
    var facts: [ItemFact] = []
    for question in plan.questions {
      var store = question.store
      store.isConfirmed = false
      let rows = try storing { () throws(StorageError) in try reader.fetch(store) }
      facts += rows.filter(question.isAnswered).compactMap(fact).filter { $0.creator == creator }
    }
    return facts
  }

  /// Returns the name of the group of a row that cannot be decrypted.
  ///
  /// The row has only a digest of the name, which is compared with the digests of the caller's
  /// groups. Nil if no group of the caller has this digest.
  private func group(of row: SealedRow) -> String? {
    guard case .groups(let groups) = plan.scope else { return nil }
    return groups.first { group in
      let digest = try? session.planner.digest(
        row.facts.itemClass, .accessGroup, group.utf8Span.span)
      return digest == row.facts.group
    }
  }

  /// Returns the facts about the item in a row, or nil if the row does not match the query.
  private func fact(of row: SealedRow) -> ItemFact? {
    let opening = session.codec.open(row)
    guard case .item(let item) = opening else {
      var fact = ItemFact(row, opening)
      // Conditions without digests cannot be evaluated on a row that is not decrypted. A locked row
      // counts as a match anyway, because it makes the call fail.
      guard fact.isLocked || plan.residual.isEmpty && plan.host == nil else { return nil }
      if fact.state == .damaged { fact.isUndecodable = session.codec.authenticates(row) }
      if fact.isLocked, let group = group(of: row) {
        fact.attributes[.accessGroup] = .text(group)
      }
      return fact
    }
    guard session.codec.confirms(item, plan.compared), plan.scope.contains(item.group) else {
      return ItemFact(row, .damaged)
    }
    guard session.codec.meets(plan, item) else { return nil }
    let isRead = item.element != nil
    let decision =
      isRead
      ? .allowed
      : session.authorizer.permit(
        .decrypt, under: item.metadata.accessControl, given: query.evidence)
    return ItemFact(row, opening, decision)
  }
}
