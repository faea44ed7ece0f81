// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// All rows that a query means, each with what keeps it from being an answer.
///
/// A search itself ends at the first row that decides it.
struct MatchSurvey {
  /// How many are described; the rest is counted.
  static let described = 64

  let session: Session
  let reader: StoreReader
  let plan: Plan
  let query: Query

  /// The first matches, and how many there are.
  ///
  /// - Parameters:
  ///   - limit: of rows that are read for each question.
  ///   - creator: the program that made them, as far as that can be known; nil for any.
  func matches(
    upTo limit: Int, by creator: String? = nil
  ) throws(KeychainError) -> ([ItemFact], Int) {
    var facts: [ItemFact] = []
    var count = 0
    for question in plan.questions {
      var store = question.store
      store.isConfirmed = false
      store.limit = limit
      // Of a million that match not each is looked at.
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

  /// All that a program made, however many.
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

  /// Which of the caller's groups a row is in that does not open, by its digest.
  private func group(of row: SealedRow) -> String? {
    guard case .groups(let groups) = plan.scope else { return nil }
    return groups.first { group in
      let digest = try? session.planner.digest(
        row.facts.itemClass, .accessGroup, group.utf8Span.span)
      return digest == row.facts.group
    }
  }

  /// What a row is to the caller; nil where it is none that the query means.
  private func fact(of row: SealedRow) -> ItemFact? {
    let opening = session.codec.open(row)
    guard case .item(let item) = opening else {
      var fact = ItemFact(row, opening)
      // Nobody knows whether what the digests do not tell would hold; the verb is refused by what
      // is locked all the same.
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
