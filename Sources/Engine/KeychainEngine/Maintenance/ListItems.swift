// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Lists all items in the caller's access groups, local and synchronizable, without their
  /// secrets.
  ///
  /// The method shows no prompt and leaves no item out. An item that cannot be decrypted, or that
  /// is on a damaged page, is listed with its state.
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

/// A row on a damaged page: only its entries in the indexes can be read.
struct UnreadableRow: Sendable {
  let persistentIdentifier: Identifier16
  let isSynchronizable: Bool
}

extension StoreReader {
  /// Returns the rows that a plan selects, reading each row separately.
  ///
  /// So a damaged page hides only its own rows. Rows on damaged pages are returned as `unreadable`.
  ///
  /// The plan must have no conditions except the class and the groups. The rows are found by the
  /// index of access groups, which cannot test other conditions.
  ///
  /// - Throws: `damaged` if an index is damaged.
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

  /// Returns the row numbers of all items in the plan's access groups, in order of insertion.
  ///
  /// Only the index of access groups is read. The index contains the first half of the digest of
  /// each row's access group.
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

  /// Returns the persistent references of the items of a class, by row number.
  ///
  /// Only the index of persistent references is read.
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
