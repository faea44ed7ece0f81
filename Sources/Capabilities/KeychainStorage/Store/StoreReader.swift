// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// Reads the content of a store through one connection, inside one transaction.
///
/// A reader is valid only inside the closure that receives it. All reads of one reader see one
/// state of the store.
package struct StoreReader {
  package let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Returns the rows that match a plan, in the order in which they were added.
  ///
  /// If `StorePlan.isNewestFirst` is true, the order is reversed.
  package func fetch(_ plan: StorePlan) throws(StorageError) -> [SealedRow] {
    try PlanReader(connection: connection).answer(plan.normalized())
  }

  /// Returns the row of a class with a slot (the digest of its primary key), including its secret
  /// and digests.
  ///
  /// The row may be live or a tombstone. Nil if there is no row with this slot.
  package func row(inSlot slot: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try row("slot", slot, of: itemClass, kind: 60)
  }

  /// Returns the row of a class with a UUID, including its secret and digests.
  ///
  /// The row may be live or a tombstone. Nil if there is no row with this UUID.
  package func row(withUUID uuid: Identifier16, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    try row("uuid", uuid, of: itemClass, kind: 61)
  }

  /// Returns the rows of a class that were changed after the change with the write number `write`
  /// (Specification/sync.md, "Seams", S15).
  ///
  /// The rows are in the order of their last changes. Tombstones are included.
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

  /// Returns at most `limit` history entries with write numbers above `write`, in ascending order.
  ///
  /// Each entry is returned with the authentication code that links it to the previous entry.
  ///
  /// - Throws: `damaged` if an entry is repeated, or has a value that is not valid in the store's
  ///   format.
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

  /// Returns the identity of the store: its identifier, its incarnation and its time of creation.
  ///
  /// The incarnation is a random identifier, new after each restore, copy and repair of the store.
  package func identity() throws(StorageError) -> StoreIdentity {
    try StoreCounters.read(connection).identity
  }

  /// Returns the write number (number of the change) of the last committed change.
  package func lastWrite() throws(StorageError) -> Int64 {
    try StoreCounters.read(connection).write
  }

  /// Returns the encoded head of the change history (its authenticated summary), as the engine has
  /// sealed it.
  package func historyHead() throws(StorageError) -> [UInt8] {
    try StoreCounters.read(connection).head
  }

  /// Returns the number of live rows of a class, or of its tombstones if `tombstones` is true.
  package func count(_ itemClass: ItemClass, tombstones: Bool = false) throws(StorageError)
    -> Int
  {
    let table = TableLayout.of(itemClass).name
    let condition = tombstones ? "tomb = 1" : "tomb = 0"
    return Int(try connection.number("SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0)
  }

  /// Returns the number of rows in the table `aside`, which contains rows that queries do not read.
  package func asideCount() throws(StorageError) -> Int {
    Int(try connection.number("SELECT count(*) FROM aside") ?? 0)
  }

  /// Checks the structure of all tables and indexes, and returns at most 100 findings in SQLite's
  /// words.
  ///
  /// Every page is read. The list is empty if the structure is undamaged.
  ///
  /// - Throws: `inputOutput` if the disk failed to read a page, which SQLite would report as
  ///   damage.
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
