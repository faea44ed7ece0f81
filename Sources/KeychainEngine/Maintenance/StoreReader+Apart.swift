// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes

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
