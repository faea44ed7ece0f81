// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Answers plans on one connection.
struct PlanReader {
  let connection: Connection

  /// Whether the plan is one statement run once, which is a snapshot by itself.
  static func isSingle(_ plan: StorePlan) -> Bool {
    guard plan.older == nil else { return false }
    if let references = plan.references { return references.count <= 1 }
    return plan.groups?.count == 1 && plan.isSynchronizable != nil
  }

  /// The rows of a plan in order of insertion.
  ///
  /// The plan is `normalized`.
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

  /// The way of a plan and the groups to run one branch each for; nil for one pass over all.
  private func way(
    _ plan: StorePlan, _ layout: TableLayout, _ columns: UInt64
  ) throws(StorageError) -> (KeptWay, [Identifier16]?) {
    let way = try kept(plan, layout, columns, listsGroups: true)
    guard way.path.bindsGroup else { return (way, nil) }
    if let groups = plan.groups {
      if groups.count <= AccessPath.branchLimit { return (way, groups) }
    } else if plan.limit != nil, let groups = try existingGroups(layout) {
      // A limit is met sooner by branches; without one, nothing would be skipped by them.
      return (way, groups)
    }
    return (try kept(plan, layout, columns, listsGroups: false), nil)
  }

  /// The way of all plans of one shape, chosen and prepared for the first of them.
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

  /// The groups that have live rows, each found by one step down the index.
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

  /// One answer being collected from its branches.
  private struct Run {
    let layout: TableLayout
    let columns: UInt64
    let way: KeptWay
    let limit: Int?
    let path: String
    let isNewestFirst: Bool
    /// Rows that may still be looked at where they come out of order.
    var visits: Int
    var rows: [SealedRow] = []
    var branches = 0
    /// Rows with a higher number come too late for the limit.
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

    /// - Throws: `damaged` where rows come out of order: a tree that leads in a circle has no end.
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

    /// Out of order, keeps the first rows met so far and skips those that come too late.
    private mutating func lowerCeiling(_ limit: Int) {
      guard limit < 1_000_000, rows.count >= max(limit, limit > 1 ? 2 * limit : 1) else { return }
      rows.sort { $0.id < $1.id }
      rows.removeSubrange(limit...)
      ceiling = rows[limit - 1].id
    }

    /// The rows in order and within the limit.
    ///
    /// - Throws: `damaged` where one comes twice.
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

    /// Whoever goes on behind the last row must come to an end.
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
  /// One question for each generation.
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
  /// The rows of a plan in order of insertion, whichever generation of keys made them.
  ///
  /// Only while a rotation is under way there is more than one question to ask.
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

/// How SQLite went about a plan: for tests of the plans and for `explain`.
package struct PlanCost: Sendable {
  /// SQLite's own lines of its query plans, of every statement that ran.
  package var lines: [String] = []
  /// Steps of SQLite's machine: what grows with every entry and row touched.
  package var steps = 0
  /// How many rows answered.
  package var rows = 0
}

extension ItemStore {
  /// Answers a plan and tells how.
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
