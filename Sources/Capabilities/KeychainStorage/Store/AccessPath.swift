// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The way to the rows of a plan: which index leads, and what is tested on the way.
///
/// Every way names its index (`INDEXED BY`), so that SQLite never chooses another one when tables
/// grow, and a way that an index cannot serve fails when it is prepared.
package struct AccessPath: Equatable, Sendable {
  /// What leads to the rows.
  package enum Lead: Equatable, Sendable {
    /// One row by its unique persistent reference.
    case reference
    /// An index of the class by number; so many of its leading attributes are bound.
    case index(UInt64, bound: Int)
    /// The table in order of rows, for a whole class or for tombstones.
    case table
  }

  package let lead: Lead
  /// Whether each branch binds one access group.
  package let bindsGroup: Bool
  /// Whether each branch binds one state of `sync`.
  package let bindsSync: Bool
  /// Whether a branch yields rows in order; otherwise the first ones are chosen while reading.
  package let isOrdered: Bool

  /// Beyond so many groups one pass over all of them is cheaper than a branch each.
  package static let branchLimit = 64

  /// The way of a plan.
  ///
  /// - Parameter listsGroups: Whether the caller knows the groups to list a class by.
  package static func choose(
    _ plan: StorePlan, _ layout: TableLayout, listsGroups: Bool
  ) -> AccessPath {
    let hasSync = plan.isSynchronizable != nil
    if plan.references != nil {
      return AccessPath(
        lead: .reference, bindsGroup: false, bindsSync: hasSync, isOrdered: true)
    }
    let table = AccessPath(lead: .table, bindsGroup: false, bindsSync: hasSync, isOrdered: true)
    guard plan.rows == .live else { return table }
    let groups = plan.groups?.count ?? .max
    for index in layout.search {
      let bound = index.leading.prefix { name in
        plan.terms.contains { $0.attribute == name }
      }.count
      guard bound > 0 else { continue }
      // Branches pay where an index has all rows of a group side by side.
      let isWhole = bound == index.leading.count
      let isSingle = index.leading.count == 1
      let bindsGroup = groups == 1 || isWhole && isSingle && groups <= branchLimit
      return AccessPath(
        lead: .index(index.number, bound: bound), bindsGroup: bindsGroup, bindsSync: hasSync,
        isOrdered: isWhole && bindsGroup)
    }
    guard listsGroups else { return table }
    return AccessPath(
      lead: .index(layout.listing.number, bound: 0), bindsGroup: true, bindsSync: true,
      isOrdered: true)
  }

  /// The statement of this way.
  ///
  /// Parameters: reference, group, sync, the terms in column order, after. An index holds the first
  /// eight bytes of a digest; the whole one follows for each term that is not `halved`, and is left
  /// to the reader for the group, which it reads anyway.
  func text(_ plan: StorePlan, _ layout: TableLayout, columns: UInt64) -> String {
    var source = layout.name
    var conditions: [String] = []
    var prefixes: Set<Attribute> = []
    let halved = halved(plan, layout)
    switch lead {
    case .reference: conditions.append("persistref = ?")
    case .table: source += " NOT INDEXED"
    case .index(let number, let bound):
      let index = layout.search.first { $0.number == number } ?? layout.listing
      source += " INDEXED BY \(index.name)"
      prefixes = Set(index.leading.prefix(bound))
    }
    if bindsGroup { conditions.append(TableLayout.prefix(.accessGroup) + " = ?") }
    if bindsSync { conditions.append("sync = ?") }
    for (place, attribute) in layout.digests.enumerated()
    where columns & 1 << UInt64(place) != 0 {
      if prefixes.contains(attribute) {
        conditions.append(TableLayout.prefix(attribute) + " = ?")
        if halved.contains(attribute) { continue }
      }
      conditions.append(TableLayout.column(attribute) + " = ?")
    }
    switch plan.rows {
    case .live: conditions.append("tomb = 0")
    case .tombstones: conditions.append("tomb = 1")
    case .both: break
    }
    conditions.append("id > ?")
    return "SELECT \(SealedRow.columns(layout, plan.contents)) FROM \(source) WHERE "
      + conditions.joined(separator: " AND ")
      + (isOrdered ? " ORDER BY id" + (plan.isNewestFirst ? " DESC" : "") : "")
  }

  /// The attributes whose first eight bytes are bound before the whole digest.
  func prefixed(_ layout: TableLayout) -> ArraySlice<Attribute> {
    guard case .index(let number, let bound) = lead, number != layout.listing.number else {
      return []
    }
    return layout.search[Int(number) - 1].leading.prefix(bound)
  }

  /// The attributes that are compared by the half of a digest that the index holds, and no more.
  ///
  /// Not one that a row may lack: its index is of the rows that have it, and SQLite takes it only
  /// where the column itself is compared.
  func halved(_ plan: StorePlan, _ layout: TableLayout) -> [Attribute] {
    guard plan.isConfirmed else { return [] }
    let required = Schema.of(layout.itemClass).required.map(\.attribute)
    return prefixed(layout).filter { required.contains($0) }
  }

  /// The key to keep the statement under.
  func key(_ plan: StorePlan, _ layout: TableLayout, columns: UInt64) -> StatementKey {
    let leadNumber: UInt64 =
      switch lead {
      case .reference: 0
      case .table: 1
      case .index(let number, let bound): 2 + number * 8 + UInt64(bound)
      }
    let flags: UInt64 =
      (bindsGroup ? 1 : 0) | (bindsSync ? 2 : 0) | (isOrdered ? 4 : 0)
      | UInt64(plan.rows.rawValue) << 3 | UInt64(plan.contents.rawValue) << 5
      | (plan.isConfirmed ? 1 << 7 : 0) | (plan.isNewestFirst ? 1 << 8 : 0)
    return StatementKey(100 + UInt32(layout.itemClass.number), columns, leadNumber << 16 | flags)
  }

  /// All of a plan that `choose` and `text` look at: plans of one shape go one way.
  ///
  /// - Parameter columns: the digest columns that its terms compare, as bits.
  static func shape(of plan: StorePlan, columns: UInt64, listsGroups: Bool) -> StatementKey {
    let groups: UInt64 =
      switch plan.groups?.count {
      case 1?: 1
      case let count? where count <= branchLimit: 2
      default: 3
      }
    let flags: UInt64 =
      groups | (plan.isSynchronizable == nil ? 0 : 4) | (plan.references == nil ? 0 : 8)
      | (listsGroups ? 16 : 0) | UInt64(plan.rows.rawValue) << 5
      | UInt64(plan.contents.rawValue) << 7 | (plan.isConfirmed ? 1 << 9 : 0)
      | (plan.isNewestFirst ? 1 << 10 : 0)
    return StatementKey(200 + UInt32(plan.itemClass.number), columns, flags)
  }
}
