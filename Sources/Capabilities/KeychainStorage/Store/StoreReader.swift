// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// All that can be read from a store, on one connection.
///
/// Lives as long as the closure it is given to. Several reads through one reader see one state.
package struct StoreReader {
  package let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The rows of a plan in order of insertion.
  package func fetch(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    try PlanReader(connection: connection).answer(plan.normalized())
  }

  /// The row in a slot, live or tombstone, with secret and digests.
  package func row(inSlot slot: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try row("slot", slot, of: itemClass, kind: 60)
  }

  /// The row with a UUID, live or tombstone, with secret and digests.
  package func row(withUUID uuid: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try row("uuid", uuid, of: itemClass, kind: 61)
  }

  /// Rows, tombstones included, changed after a write, ascending by write (spec/sync.md S15).
  package func rows(
    _ itemClass: ItemClass, changedAfter write: Int64, limit: Int,
    contents: RowContents = [.secret, .digests]
  ) throws(StorageError) -> [SealedRow] {
    let layout = TableLayout.of(itemClass)
    let key = StatementKey(62, UInt64(itemClass.number), UInt64(contents.rawValue))
    let statement = try connection.statement(key) {
      "SELECT \(SealedRow.columns(layout, contents)) FROM \(layout.name) WHERE write > ?"
        + " ORDER BY write LIMIT ?"
    }
    statement.bind(write, at: 1)
    statement.bind(Int64(limit), at: 2)
    var rows: [SealedRow] = []
    try statement.forEach { (row) throws(StorageError) in
      rows.append(SealedRow(reading: row, layout, contents))
      return true
    }
    return rows
  }

  /// History entries after a write number with their links, ascending.
  ///
  /// - Throws: `damaged` for an entry that no writer of this format makes, or that comes again.
  package func history(after write: Int64, limit: Int) throws(StorageError)
    -> [(entry: HistoryEntry, chain: [UInt8])]
  {
    let statement = try connection.statement(StatementKey(63)) {
      "SELECT \(HistoryColumns.list) FROM history WHERE write > ? ORDER BY write LIMIT ?"
    }
    statement.bind(write, at: 1)
    statement.bind(Int64(limit), at: 2)
    var entries: [(entry: HistoryEntry, chain: [UInt8])] = []
    let path = connection.path
    try statement.forEach { (row) throws(StorageError) in
      guard let (entry, chain) = HistoryColumns.read(row),
        entry.write > entries.last?.entry.write ?? write
      else {
        throw .damaged(Damage(path: path, place: .row(table: "history", id: row.number(0))))
      }
      entries.append((entry, chain))
      return true
    }
    return entries
  }

  /// What the store is.
  package func identity() throws(StorageError) -> StoreIdentity {
    try StoreCounters.read(connection).identity
  }

  /// The highest write number that was committed.
  package func lastWrite() throws(StorageError) -> Int64 {
    try StoreCounters.read(connection).write
  }

  /// The head of the history, as the engine sealed it.
  package func historyHead() throws(StorageError) -> [UInt8] {
    try StoreCounters.read(connection).head
  }

  /// How many rows of a class are live or tombstones.
  package func count(_ itemClass: ItemClass, tombstones: Bool = false) throws(StorageError)
    -> Int
  {
    let table = TableLayout.of(itemClass).name
    let condition = tombstones ? "tomb = 1" : "tomb = 0"
    return Int(try connection.number("SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0)
  }

  /// How many rows were moved aside.
  package func asideCount() throws(StorageError) -> Int {
    Int(try connection.number("SELECT count(*) FROM aside") ?? 0)
  }

  /// Reads every page and compares indexes with tables; what SQLite finds, in its words.
  ///
  /// - Throws: `inputOutput` where the disk refused a page, of which SQLite says the same.
  package func structuralFindings() throws(StorageError) -> [String] {
    let statement = try Statement(connection, "PRAGMA integrity_check(100)", persistent: false)
    var findings: [String] = []
    _ = connection.watch.takeFailure()
    try statement.forEach { (row) throws(StorageError) in
      if let text = row.text(0), text != "ok" { findings.append(text) }
      return true
    }
    guard findings.isEmpty || connection.watch.takeFailure() == nil else {
      throw .inputOutput(SQLITE_IOERR)
    }
    return findings
  }

  private func row(
    _ column: String, _ name: Identifier16, of itemClass: ItemClass, kind: UInt32
  ) throws(StorageError) -> SealedRow? {
    let layout = TableLayout.of(itemClass)
    let contents: RowContents = [.secret, .digests]
    let statement = try connection.statement(StatementKey(kind, UInt64(itemClass.number))) {
      "SELECT \(SealedRow.columns(layout, contents)) FROM \(layout.name) WHERE \(column) = ?"
    }
    statement.bind(name, at: 1)
    return try statement.first { (row) throws(StorageError) in
      SealedRow(reading: row, layout, contents)
    }
  }
}
