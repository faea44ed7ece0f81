// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Describes how the store evaluates a query, for the option `--plan` of `security explain`.
///
/// The description has the number of rows that meet each condition.
struct PlanSurvey {
  let session: Session
  let reader: StoreReader
  let plan: Plan
  let query: Query

  func fact(_ effort: SearchEffort) throws(KeychainError) -> PlanFact {
    var fact = PlanFact()
    fact.tables = [plan.itemClass]
    fact.conditions = try conditions(upTo: effort.candidates)
    fact.residual = try residual(upTo: effort.candidates)
    if query.returns.contains(.secret) {
      fact.opens = .secret
    } else if !query.returns.isEmpty || !plan.residual.isEmpty || !plan.compared.isEmpty {
      fact.opens = .metadata
    }
    fact.limit = query.limit.count
    fact.isLimitImplied = query.limit.isImplied
    fact.statements = plan.questions.count
    return fact
  }

  /// Returns the conditions that the store tests without decrypting rows, in the order of the
  /// tests.
  ///
  /// The order is: access groups, sync flag (`kSecAttrSynchronizable`), conditions that the caller
  /// passed, protection.
  ///
  /// - Parameter most: the greatest number of rows to count for a condition.
  private func conditions(upTo most: Int) throws(KeychainError) -> [PlanFact.Condition] {
    let names = plan.reasons
    var conditions: [PlanFact.Condition] = []
    if plan.store.groups != nil {
      var store = StorePlan(plan.itemClass, contents: .digests)
      store.groups = plan.store.groups
      store.epochs = plan.store.epochs
      store.older = plan.store.older.map { older in
        var groups = older
        groups.terms = []
        return groups
      }
      let isImplied = names.contains { reason in
        if case .impliedGroups = reason { true } else { false }
      }
      conditions.append(try counted("agrp", isImplied: isImplied, store, most))
    }
    if let flag = plan.store.isSynchronizable {
      var store = base
      store.isSynchronizable = flag
      conditions.append(
        try counted("sync", isImplied: plan.implied.contains(.localOnly), store, most))
    }
    for (place, term) in plan.store.terms.enumerated() {
      var store = base
      store.terms = [term]
      if let older = plan.store.older, older.terms.indices.contains(place) {
        store.older?.terms = [older.terms[place]]
      }
      conditions.append(try counted(term.attribute.name, isImplied: false, store, most))
    }
    if plan.protection != nil {
      conditions.append(PlanFact.Condition(name: "pdmn", isImplied: false, count: nil))
    }
    return conditions
  }

  /// A plan for all rows of the query's class in the groups of the query.
  ///
  /// Tombstones (marks of deleted synchronizable items) are left out.
  private var base: StorePlan {
    var store = plan.store
    store.terms = []
    store.older?.terms = []
    store.isSynchronizable = nil
    store.references = nil
    return store
  }

  private func counted(
    _ name: String, isImplied: Bool, _ store: StorePlan, _ most: Int
  ) throws(KeychainError) -> PlanFact.Condition {
    var store = store
    store.isConfirmed = false
    store.limit = most + 1
    let rows = try storing { [store] () throws(StorageError) in try reader.fetch(store) }
    return PlanFact.Condition(
      name: name, isImplied: isImplied, count: min(rows.count, most), isMore: rows.count > most)
  }

  /// Returns the conditions of the query that can be tested only on decrypted rows.
  ///
  /// Every returned condition has the same two numbers. `before` is the number of items that match
  /// the query without these conditions. `after` is the number of items that also meet all of them.
  private func residual(upTo most: Int) throws(KeychainError) -> [PlanFact.Residual] {
    var names = plan.residual.map(\.row.attribute.name)
    if plan.host != nil { names.append("m_HostOrSubdomainOfHost") }
    if query.filter != nil { names.append("m_filter") }
    guard !names.isEmpty else { return [] }
    var open = plan
    open.residual = []
    open.host = nil
    let (before, after) = try (
      MatchSurvey(session: session, reader: reader, plan: open, query: query)
        .matches(upTo: most).1,
      MatchSurvey(session: session, reader: reader, plan: plan, query: query)
        .matches(upTo: most).1
    )
    return names.map { PlanFact.Residual(name: $0, before: before, after: after) }
  }
}
