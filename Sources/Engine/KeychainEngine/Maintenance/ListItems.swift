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

/// A row of which no more can be read than indexes tell, as one of its pages is damaged.
struct UnreadableRow: Sendable {
  let persistentIdentifier: Identifier16
  let isSynchronizable: Bool
}

extension StoreReader {
  /// The live rows of a plan that asks for nothing but a class and groups, each read by itself: a
  /// damaged page takes its own rows away and no others.
  ///
  /// Which rows there are, and of which group, the indexes tell.
  ///
  /// - Throws: `damaged` where an index is.
  func rowsApart(
    _ plan: StorePlan
  ) throws(StorageError) -> (whole: [SealedRow], unreadable: [UnreadableRow]) {
    var whole: [SealedRow] = []
    var broken: [(id: Int64, isSynchronizable: Bool)] = []
    for (id, isSynchronizable) in try numbers(of: plan) {
      do throws(StorageError) {
        if let row = try row(numbered: id, of: plan.itemClass) { whole.append(row) }
      } catch .damaged {
        broken.append((id, isSynchronizable))
      }
    }
    guard !broken.isEmpty else { return (whole, []) }
    let names = try names(plan.itemClass)
    return (
      whole,
      broken.compactMap { id, isSynchronizable in
        names[id].map {
          UnreadableRow(persistentIdentifier: $0, isSynchronizable: isSynchronizable)
        }
      }
    )
  }

  /// The rows of the groups of a plan in order of insertion, by the index of groups alone.
  ///
  /// It has the first half of a group's digest.
  private func numbers(
    of plan: StorePlan
  ) throws(StorageError) -> [(id: Int64, isSynchronizable: Bool)] {
    let name = plan.itemClass.rawValue
    let kind = UInt64(plan.itemClass.number)
    let all = "SELECT id, sync FROM \(name) INDEXED BY \(name)_agrp WHERE tomb = 0"
    var found: [Int64: Bool] = [:]
    func collect(_ statement: Statement) throws(StorageError) {
      try statement.forEach { (row) throws(StorageError) in
        found[row.number(0)] = row.number(1) != 0
        return true
      }
    }
    if let groups = plan.groups {
      let one = all + " AND substr(d_agrp, 1, 8) = substr(?, 1, 8)"
      for group in groups + (plan.older?.groups ?? []) {
        let statement = try connection.statement(StatementKey(91, kind)) { one }
        statement.bind(group, at: 1)
        try collect(statement)
      }
    } else {
      try collect(connection.statement(StatementKey(92, kind)) { all })
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The persistent references of a class, by their index alone.
  private func names(_ itemClass: ItemClass) throws(StorageError) -> [Int64: Identifier16] {
    let name = itemClass.rawValue
    let statement = try connection.statement(StatementKey(93, UInt64(itemClass.number))) {
      "SELECT id, persistref FROM \(name) INDEXED BY \(name)_persistref"
    }
    var names: [Int64: Identifier16] = [:]
    try statement.forEach { (row) throws(StorageError) in
      names[row.number(0)] = row.identifier(1)
      return true
    }
    return names
  }
}
