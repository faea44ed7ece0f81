// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The way in which the store finds the rows of a plan: an index, and conditions that are tested
/// for each row.
///
/// The SQL statement names its index (`INDEXED BY`), so SQLite never chooses another index when
/// tables grow. If the named index cannot be used, preparing the statement fails.
///
/// The column `sync` is 1 for a synchronizable item, and 0 for any other item.
package struct AccessPath: Equatable, Sendable {
  /// The index or column by which an access path finds its rows.
  package enum Lead: Equatable, Sendable {
    /// Each row is found by its persistent reference, which is unique.
    case reference
    /// The rows are found in an index of the class, given by its number.
    ///
    /// `bound` is the number of the index's leading attributes for which the plan has a value.
    case index(UInt64, bound: Int)
    /// The whole table is read in the order of row numbers, for example to list tombstones.
    case table
  }

  package let lead: Lead
  /// True if each branch (one run of the SQL statement) reads only one access group.
  package let bindsGroup: Bool
  /// True if each branch (one run of the SQL statement) reads only rows with one value of the
  /// column `sync`.
  ///
  /// The column is 1 for a synchronizable item, and 0 for any other item.
  package let bindsSync: Bool
  /// True if a branch (one run of the SQL statement) returns its rows in the order of row numbers.
  ///
  /// If false, `PlanReader` sorts the rows that it has read.
  package let isOrdered: Bool

  /// The maximum number of access groups that are read in separate branches (runs of the SQL
  /// statement).
  ///
  /// For more groups, a single run over all groups is faster.
  package static let branchLimit = 64

  /// Returns the access path by which the store finds the rows of a plan.
  ///
  /// - Parameter listsGroups: Has an effect only if the plan has no condition that an index can
  ///   find. If true, the statement is run once for each access group, with the index that lists
  ///   the groups. If false, the whole table is read in one run.
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
      // One branch per group pays off where an index holds all rows of a group side by side.
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

  /// Returns the SQL statement of this access path.
  ///
  /// The parameters of the statement are, in order: persistent reference, access group, `sync`, the
  /// terms (conditions on attributes) in column order, `StorePlan.after`.
  ///
  /// An index contains the first eight bytes of a digest. For each attribute that `halved` does not
  /// return, the statement compares the whole digest as well. The statement need not compare the
  /// whole digest of the access group: `PlanReader` compares it in each row.
  ///
  /// - Parameter columns: The digest columns that the terms compare, as a mask with one bit for
  ///   each column.
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

  /// Returns the attributes whose digests are looked up in an index by their first eight bytes.
  func prefixed(_ layout: TableLayout) -> ArraySlice<Attribute> {
    guard case .index(let number, let bound) = lead, number != layout.listing.number else {
      return []
    }
    return layout.search[Int(number) - 1].leading.prefix(bound)
  }

  /// Returns the attributes of which only the first eight bytes of the digest are compared.
  ///
  /// Eight bytes suffice if the caller compares the decrypted values (`StorePlan.isConfirmed`). If
  /// the caller does not, the list is empty.
  ///
  /// Optional attributes are never in the list. The index of an optional attribute contains only
  /// rows with the attribute. SQLite uses that index only if the statement compares the column with
  /// the whole digest.
  func halved(_ plan: StorePlan, _ layout: TableLayout) -> [Attribute] {
    guard plan.isConfirmed else { return [] }
    let required = Schema.of(layout.itemClass).required.map(\.attribute)
    return prefixed(layout).filter { required.contains($0) }
  }

  /// Returns the key under which a connection keeps the SQL statement of this access path.
  ///
  /// Access paths with equal keys have equal SQL statements.
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

  /// Returns a key for the shape of a plan: all properties on which `choose` and `text` depend.
  ///
  /// Plans with the same shape have the same access path.
  ///
  /// - Parameter columns: The digest columns that the terms compare, as a mask with one bit for
  ///   each column.
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
