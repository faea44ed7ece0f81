// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// All live items of the caller's groups, local and synchronizable, without secrets.
  ///
  /// Nothing is asked of anybody and nothing is skipped: what does not open is listed with its
  /// state, and what lies on a damaged page with that.
  package func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] {
    try withKeys { (call) throws(KeychainError) in try call.listOnce(classes) }
  }

  private func listOnce(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] {
    try authorizer.admit(.copyMatching)
    let scope = try authorizer.scope(.copyMatching, .absent)
    var summaries: [ItemSummary] = []
    for itemClass in classes where itemClass != .identity {
      var query = Query(itemClass)
      query.sync = .any
      let plan = try planner.plan(query, within: scope, reading: [])
      summaries += try self.summaries(plan.store, scope)
    }
    return summaries
  }

  private func summaries(_ plan: StorePlan, _ scope: Scope) throws(KeychainError) -> [ItemSummary] {
    do throws(KeychainError) {
      return try engine.rows(plan).compactMap { summary(of: $0, scope) }
    } catch {
      guard error.isDamagedPart else { throw error }
    }
    let rows = try reading { (reader) throws(KeychainError) in
      try storing { () throws(StorageError) in try reader.rowsApart(plan) }
    }
    return rows.whole.compactMap { summary(of: $0, scope) }
      + rows.unreadable.map { row in
        ItemSummary(
          itemClass: plan.itemClass, identifier: row.persistentIdentifier, protection: nil,
          isSynchronizable: row.isSynchronizable, isConstrained: false, state: .damaged,
          attributes: AttributeSet())
      }
  }

  private func summary(of row: SealedRow, _ scope: Scope) -> ItemSummary? {
    switch codec.open(row) {
    case .damaged: return summary(of: row, .damaged)
    case .lost: return summary(of: row, .lost)
    case .locked: return summary(of: row, .locked)
    case .item(let item):
      guard scope.contains(item.group) else { return nil }
      let needsPrompt = item.accessControl.isConstrained(.decrypt)
      return summary(of: row, needsPrompt ? .prompt : .readable, item)
    }
  }

  private func summary(
    of row: SealedRow, _ state: ItemSummary.State, _ item: OpenedItem? = nil
  ) -> ItemSummary {
    ItemSummary(
      itemClass: row.facts.itemClass, identifier: row.facts.persistentIdentifier,
      protection: row.facts.protection, isSynchronizable: row.facts.isSynchronizable,
      isConstrained: state == .prompt, state: state,
      attributes: item?.returnedAttributes ?? AttributeSet())
  }
}
