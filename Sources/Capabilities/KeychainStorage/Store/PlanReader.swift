// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Reads the rows that match a plan, through one connection.
struct PlanReader {
  let connection: Connection

  /// True if a single run of a single SQL statement reads all rows of the plan.
  ///
  /// The run sees one state of the store even without a transaction.
  static func isSingle(_ plan: StorePlan) -> Bool {
    guard plan.older == nil else { return false }
    if let references = plan.references { return references.count <= 1 }
    return plan.groups?.count == 1 && plan.isSynchronizable != nil
  }

  /// Returns the rows that match a plan, in the order in which they were added.
  ///
  /// If `StorePlan.isNewestFirst` is true, the order is reversed.
  ///
  /// - Parameter plan: A plan whose `isNormalized` is true: its `terms` have no condition on the
  ///   access group.
  func rows(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    let layout = TableLayout.of(plan.itemClass)
    guard plan.limit != 0, plan.groups?.isEmpty != true,
      let columns = layout.columns(of: plan.terms)
    else { return [] }
    let (way, groups) = try way(plan, layout, columns)
    var run = Run(plan, layout: layout, columns: columns, way: way, path: connection.path)
    if let references = plan.references {
      for reference in references {
        try run.branch(plan, reference: reference, sync: plan.isSynchronizable)
      }
    } else if way.path.bindsSync, plan.isSynchronizable == nil {
      try run.branches(plan, of: groups, sync: false)
      try run.branches(plan, of: groups, sync: true)
    } else {
      try run.branches(plan, of: groups, sync: plan.isSynchronizable)
    }
    return try run.finish(plan)
  }

  /// Returns the access path (index and conditions) of a plan, with its prepared statement.
  ///
  /// Also returns the access groups to read, each in its own run of the statement. The groups are
  /// nil if one run reads the rows of all groups.
  private func way(
    _ plan: StorePlan, _ layout: TableLayout, _ columns: UInt64
  ) throws(StorageError) -> (KeptWay, [Identifier16]?) {
    let way = try kept(plan, layout, columns, listsGroups: true)
    guard way.path.bindsGroup else { return (way, nil) }
    if let groups = plan.groups {
      if groups.count <= AccessPath.branchLimit { return (way, groups) }
    } else if plan.limit != nil, let groups = try existingGroups(layout) {
      // Branches reach a limit sooner. Without a limit, branches would skip nothing.
      return (way, groups)
    }
    return (try kept(plan, layout, columns, listsGroups: false), nil)
  }

  /// Returns the access path (index and conditions) of a plan, with its prepared statement.
  ///
  /// All plans of one shape (the properties on which the path depends) share the path and the
  /// statement. At the first call for a shape, the path is chosen and its statement is prepared.
  private func kept(
    _ plan: StorePlan, _ layout: TableLayout, _ columns: UInt64, listsGroups: Bool
  ) throws(StorageError) -> KeptWay {
    let key = AccessPath.shape(of: plan, columns: columns, listsGroups: listsGroups)
    return try connection.way(key) { () throws(StorageError) in
      let path = AccessPath.choose(plan, layout, listsGroups: listsGroups)
      let statement = try connection.statement(path.key(plan, layout, columns: columns)) {
        path.text(plan, layout, columns: columns)
      }
      return KeptWay(path, statement, plan, layout)
    }
  }

  /// Returns the digests of all access groups that have items in the class, read from the index
  /// that lists the class.
  ///
  /// Groups that have only tombstones are not included. Nil if there are more than
  /// `AccessPath.branchLimit` groups.
  private func existingGroups(
    _ layout: TableLayout
  ) throws(StorageError) -> [Identifier16]? {
    let next = try connection.statement(StatementKey(50, UInt64(layout.itemClass.number))) {
      let group = TableLayout.prefix(.accessGroup)
      return "SELECT d_agrp, \(group) FROM \(layout.name) INDEXED BY \(layout.listing.name)"
        + " WHERE \(group) > ? AND tomb = 0 ORDER BY \(group) LIMIT 1"
    }
    var groups: [Identifier16] = []
    var last: [UInt8] = []
    while true {
      next.bind(last, at: 1)
      let found = try next.first { (row) throws(StorageError) in
        (row.identifier(0), row.bytes(1))
      }
      guard let found else { return groups }
      guard groups.count < AccessPath.branchLimit, let group = found.0 else { return nil }
      groups.append(group)
      last = found.1
    }
  }

  /// Collects the rows of a plan from the branches (runs of the SQL statement) of its access path.
  private struct Run {
    let layout: TableLayout
    let columns: UInt64
    let way: KeptWay
    let limit: Int?
    let path: String
    let isNewestFirst: Bool
    /// The number of rows that may still be read (`StorePlan.mostVisited`), if the access path does
    /// not return rows in order.
    ///
    /// At 0, the search ends with the rows that it has found.
    var visits: Int
    var rows: [SealedRow] = []
    var branches = 0
    /// The highest row number that can still belong to the first `limit` rows of the result.
    var ceiling = Int64.max

    init(
      _ plan: StorePlan, layout: TableLayout, columns: UInt64, way: KeptWay, path: String
    ) {
      (self.layout, self.columns, self.way, limit) = (layout, columns, way, plan.limit)
      (isNewestFirst, visits) = (plan.isNewestFirst, plan.mostVisited ?? .max)
      self.path = path
    }

    mutating func branches(
      _ plan: StorePlan, of groups: [Identifier16]?, sync: Bool?
    ) throws(StorageError) {
      guard let groups else { return try branch(plan, sync: sync) }
      for group in groups { try branch(plan, group: group, sync: sync) }
    }

    /// Runs the SQL statement once, and collects the matching rows.
    ///
    /// The run searches for one persistent reference, or in one access group. If both are nil, the
    /// run searches in all groups of the plan. If `AccessPath.bindsSync` is true, the run searches
    /// only synchronizable items (`sync` is true) or only the other items.
    ///
    /// - Throws: `damaged` if the access path `isOrdered`, but rows are returned out of order.
    ///   Without this check, a damaged tree that leads in a circle would be read without end.
    mutating func branch(
      _ plan: StorePlan, reference: Identifier16? = nil, group: Identifier16? = nil, sync: Bool?
    ) throws(StorageError) {
      way.bind(plan, layout, columns, reference: reference, group: group, sync: sync)
      branches += 1
      let isOrdered = way.path.isOrdered
      let filter = way.path.bindsGroup ? nil : plan.groups
      let limit = limit ?? .max
      var taken = 0
      var last = isNewestFirst ? .max : plan.after
      let path = path
      let isNewestFirst = isNewestFirst
      try way.statement.forEach { (row) throws(StorageError) in
        if isOrdered {
          try Self.check(row.number(0), behind: last, isNewestFirst, path)
          last = row.number(0)
        }
        if !isOrdered { visits -= 1 }
        let goesOn = visits > 0
        let owner = row.identifier(SealedRow.groupColumn) ?? .zero
        if let group, owner != group { return goesOn }
        if let filter, !filter.contains(owner) { return goesOn }
        if !isOrdered, row.number(0) > ceiling { return goesOn }
        rows.append(SealedRow(reading: row, layout, plan.contents))
        taken += 1
        if isOrdered { return goesOn && taken < limit }
        if !isNewestFirst { lowerCeiling(limit) }
        return goesOn
      }
    }

    /// Drops all collected rows except the first `limit` rows, and ignores later rows with higher
    /// numbers.
    ///
    /// This function is used if the access path does not return rows in order.
    private mutating func lowerCeiling(_ limit: Int) {
      guard limit < 1_000_000, rows.count >= max(limit, limit > 1 ? 2 * limit : 1) else { return }
      rows.sort { $0.id < $1.id }
      rows.removeSubrange(limit...)
      ceiling = rows[limit - 1].id
    }

    /// Returns the collected rows in the order of the plan, and at most `limit` of them.
    ///
    /// - Throws: `damaged` if a row occurs twice.
    mutating func finish(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
      if branches > 1 || !way.path.isOrdered {
        rows.sort { isNewestFirst ? $0.id > $1.id : $0.id < $1.id }
      }
      if plan.references != nil { rows = withoutRepeats(rows) }
      var last = isNewestFirst ? .max : plan.after
      for row in rows {
        try Self.check(row.id, behind: last, isNewestFirst, path)
        last = row.id
      }
      guard let limit, rows.count > limit else { return rows }
      return Array(rows[..<limit])
    }

    /// Throws `damaged` if a row number does not come after the previous row number in the order of
    /// the plan.
    ///
    /// Without this check, a damaged tree could repeat rows without end.
    private static func check(
      _ id: Int64, behind last: Int64, _ isNewestFirst: Bool, _ path: String
    ) throws(StorageError) {
      guard isNewestFirst ? id < last : id > last else {
        throw .damaged(Damage(path: path, place: .structure))
      }
    }

    private func withoutRepeats(_ rows: [SealedRow]) -> [SealedRow] {
      guard rows.count > 1 else { return rows }
      var last: Int64?
      return rows.filter { row in
        defer { last = row.id }
        return row.id != last
      }
    }
  }
}

extension StorePlan {
  /// The plan, split into a plan for each generation of keys that made digests in the store.
  fileprivate var questions: [StorePlan] {
    var now = self
    now.older = nil
    guard let older else { return [now] }
    var then = now
    then.terms = older.terms
    then.groups = older.groups
    return then == now ? [now] : [then.normalized(), now]
  }
}

extension PlanReader {
  /// Returns the rows of all generations of keys that match a plan.
  ///
  /// The rows are in the order in which they were added, or newest first if the plan says so.
  ///
  /// Each generation with digests in the store needs a query of its own. There is only one
  /// generation, unless a rotation of keys is unfinished.
  func answer(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    guard plan.older != nil else { return try rows(plan) }
    var found: [SealedRow] = []
    for question in plan.questions { found += try rows(question) }
    found.sort { plan.isNewestFirst ? $0.id > $1.id : $0.id < $1.id }
    var last: Int64?
    found.removeAll { row in
      defer { last = row.id }
      return row.id == last
    }
    guard let limit = plan.limit, found.count > limit else { return found }
    return Array(found[..<limit])
  }
}

/// The work that SQLite did to find the rows of a plan, for tests.
package struct PlanCost: Sendable {
  /// The lines of SQLite's query plan for every statement that ran.
  package var lines: [String] = []
  /// The number of steps in SQLite's virtual machine, which grows with every index entry and row
  /// that is read.
  package var steps = 0
  /// The number of rows that match the plan.
  package var rows = 0
}

extension ItemStore {
  /// Runs the searches of a plan, and returns the work that SQLite did for them.
  package func cost(_ plan: StorePlan) throws(StorageError) -> PlanCost {
    try lease { (connection) throws(StorageError) in
      _ = connection.takeSteps()
      let rows = try PlanReader(connection: connection).answer(plan.normalized())
      try connection.confirm(plan.epochs)
      var cost = PlanCost(rows: rows.count)
      for (text, steps) in connection.takeSteps() {
        cost.steps += steps
        cost.lines += try connection.queryPlan(text)
      }
      return cost
    }
  }
}
