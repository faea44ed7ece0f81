// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

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
    guard plan.limit != 0, plan.groups?.isEmpty != true else { return [] }
    guard let shape = Shape(plan, layout) else { return [] }
    let (path, groups) = try way(plan, layout)
    var run = Run(plan: plan, layout: layout, path: path, shape: shape)
    if let references = plan.references {
      for reference in references {
        try run.branch(connection, reference: reference, group: nil, sync: plan.isSynchronizable)
      }
    } else {
      let syncBranches: [Bool?] =
        path.bindsSync && plan.isSynchronizable == nil ? [false, true] : [plan.isSynchronizable]
      for group in groups {
        for sync in syncBranches {
          try run.branch(connection, reference: nil, group: group, sync: sync)
        }
      }
    }
    return run.finish()
  }

  /// The way of a plan and the groups to run one branch each for; `[nil]` for one pass over all.
  private func way(
    _ plan: StorePlan, _ layout: TableLayout
  ) throws(StorageError) -> (AccessPath, [Identifier16?]) {
    let path = AccessPath.choose(plan, layout, listsGroups: true)
    guard path.bindsGroup else { return (path, [nil]) }
    if let groups = plan.groups {
      if groups.count <= AccessPath.branchLimit { return (path, groups) }
    } else if plan.limit != nil, let groups = try existingGroups(layout) {
      // A limit is met sooner by branches; without one, nothing would be skipped by them.
      return (path, groups)
    }
    return (AccessPath.choose(plan, layout, listsGroups: false), [nil])
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

  /// The digest columns that a plan compares, as places and as a set of bits.
  private struct Shape {
    var places: [Int] = []
    var digests: [Identifier16] = []
    var mask: UInt64 = 0

    /// Nil when a term has no column or two terms contradict each other: no row matches.
    init?(_ plan: StorePlan, _ layout: TableLayout) {
      var terms: [(place: Int, digest: Identifier16)] = []
      for term in plan.terms {
        guard let place = layout.place(of: term.attribute) else { return nil }
        if let same = terms.first(where: { $0.place == place }) {
          guard same.digest == term.digest else { return nil }
          continue
        }
        terms.append((place, term.digest))
        mask |= 1 << UInt64(place)
      }
      if terms.count > 1 { terms.sort { $0.place < $1.place } }
      places = terms.map(\.place)
      digests = terms.map(\.digest)
    }
  }

  /// One answer being collected from its branches.
  private struct Run {
    let plan: StorePlan
    let layout: TableLayout
    let path: AccessPath
    let shape: Shape
    var rows: [SealedRow] = []
    var branches = 0
    /// Rows with a higher number come too late for the limit.
    var ceiling = Int64.max

    mutating func branch(
      _ connection: Connection, reference: Identifier16?, group: Identifier16?, sync: Bool?
    ) throws(StorageError) {
      let statement = try connection.statement(path.key(plan, layout, mask: shape.mask)) {
        path.text(plan, layout, terms: shape.places)
      }
      bind(statement, reference: reference, group: group, sync: sync)
      branches += 1
      let filter = path.bindsGroup ? nil : plan.groups
      let limit = plan.limit ?? .max
      var taken = 0
      try statement.forEach { (row) throws(StorageError) in
        if let filter, !filter.contains(row.identifier(SealedRow.groupColumn) ?? .zero) {
          return true
        }
        if !path.isOrdered, row.number(0) > ceiling { return true }
        rows.append(SealedRow(reading: row, layout, plan.contents))
        taken += 1
        if path.isOrdered { return taken < limit }
        lowerCeiling(limit)
        return true
      }
    }

    /// Out of order, keeps the first rows met so far and skips those that come too late.
    private mutating func lowerCeiling(_ limit: Int) {
      guard limit < 1_000_000, rows.count >= max(limit, limit > 1 ? 2 * limit : 1) else { return }
      rows.sort { $0.id < $1.id }
      rows.removeSubrange(limit...)
      ceiling = rows[limit - 1].id
    }

    private func bind(
      _ statement: Statement, reference: Identifier16?, group: Identifier16?, sync: Bool?
    ) {
      var place: Int32 = 0
      func next() -> Int32 {
        place += 1
        return place
      }
      if let reference { statement.bind(reference, at: next()) }
      if path.bindsGroup, let group {
        if case .index = path.lead { statement.bind(prefix: group, at: next()) }
        statement.bind(group, at: next())
      }
      if path.bindsSync { statement.bind(sync == true ? 1 : 0, at: next()) }
      let prefixed = path.prefixed(layout)
      for (column, digest) in zip(shape.places, shape.digests) {
        if prefixed.contains(layout.digests[column]) {
          statement.bind(prefix: digest, at: next())
        }
        statement.bind(digest, at: next())
      }
      statement.bind(plan.after, at: next())
    }

    /// The rows in order and within the limit.
    consuming func finish() -> [SealedRow] {
      if branches > 1 || !path.isOrdered { rows.sort { $0.id < $1.id } }
      if plan.references != nil { rows = withoutRepeats(rows) }
      guard let limit = plan.limit, rows.count > limit else { return rows }
      return Array(rows[..<limit])
    }

    private func withoutRepeats(_ rows: [SealedRow]) -> [SealedRow] {
      var last: Int64?
      return rows.filter { row in
        defer { last = row.id }
        return row.id != last
      }
    }
  }
}
