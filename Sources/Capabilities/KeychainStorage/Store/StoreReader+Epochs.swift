// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// A row that was sealed with an earlier generation of keys, and must be sealed again with the
/// current keys.
package struct OutdatedRow: Equatable, Sendable {
  /// The row number, which is unique in the class of the row.
  package let id: Int64
  /// The protection of the row, whose class key decrypts the row.
  ///
  /// Nil if the column `prot` contains a number that is not a protection.
  package let protection: Protection?
  /// The size of the row's encrypted parts in bytes.
  package let size: Int
}

/// The reads that are needed to seal all rows again with new keys.
extension StoreReader {
  /// Returns the generations of keys with which rows of the store may be sealed.
  package func keyEpochs() throws(StorageError) -> KeyEpochs {
    try StoreCounters.readEpochs(connection)
  }

  /// Returns the next rows that were sealed with an earlier generation of keys, in ascending order
  /// of row numbers.
  ///
  /// - Parameters:
  ///   - tombstones: True to return tombstones, false to return live rows.
  ///   - id: Only rows with higher numbers are returned.
  ///   - limit: The maximum number of rows.
  package func outdatedRows(
    _ itemClass: ItemClass, tombstones: Bool, after id: Int64, limit: Int
  ) throws(StorageError) -> [OutdatedRow] {
    let layout = TableLayout.of(itemClass)
    let statement = try connection.statement(StatementKey(64, UInt64(itemClass.number))) {
      "SELECT id, prot, length(meta) + coalesce(length(secret), 0) FROM \(layout.name) NOT INDEXED"
        + " WHERE id > ? AND keyepoch <> ? AND tomb = ? ORDER BY id LIMIT ?"
    }
    statement.bind(id, at: 1)
    statement.bind(Int64(try keyEpochs().current), at: 2)
    statement.bind(tombstones ? 1 : 0, at: 3)
    statement.bind(Int64(limit), at: 4)
    var rows: [OutdatedRow] = []
    try statement.forEach { (row) throws(StorageError) in
      rows.append(
        OutdatedRow(
          id: row.number(0),
          protection: UInt8(exactly: row.number(1)).flatMap { Protection(rawValue: $0) },
          size: Int(row.number(2))))
      return true
    }
    return rows
  }

  /// Returns the number of rows that were sealed with an earlier generation of keys, for each
  /// protection.
  ///
  /// The entry for nil is the number of rows whose column `prot` contains a number that is not a
  /// protection.
  package func outdatedCounts() throws(StorageError) -> [Protection?: Int] {
    let current = try keyEpochs().current
    var counts: [Protection?: Int] = [:]
    for layout in TableLayout.all {
      let statement = try Statement(
        connection,
        "SELECT prot, count(*) FROM \(layout.name) NOT INDEXED WHERE keyepoch <> \(current)"
          + " GROUP BY prot", persistent: false)
      try statement.forEach { (row) throws(StorageError) in
        let protection = UInt8(exactly: row.number(0)).flatMap { Protection(rawValue: $0) }
        counts[protection, default: 0] += Int(row.number(1))
        return true
      }
    }
    return counts
  }

  /// Returns the generations of keys in the table `aside`, with the number of rows for each
  /// generation.
  ///
  /// The table contains rows that queries do not read, for example damaged rows.
  package func asideEpochs() throws(StorageError) -> [UInt32: Int] {
    let statement = try Statement(
      connection, "SELECT keyepoch, count(*) FROM aside GROUP BY keyepoch", persistent: false)
    var epochs: [UInt32: Int] = [:]
    try statement.forEach { (row) throws(StorageError) in
      if let epoch = UInt32(exactly: row.number(0)) { epochs[epoch] = Int(row.number(1)) }
      return true
    }
    return epochs
  }

  /// Returns the row of a class with the row number `id`, including its secret and digests.
  ///
  /// Nil if there is no row with this number.
  package func row(numbered id: Int64, of itemClass: ItemClass) throws(StorageError)
    -> SealedRow?
  {
    let layout = TableLayout.of(itemClass)
    let contents: RowContents = [.secret, .digests]
    let statement = try connection.statement(StatementKey(65, UInt64(itemClass.number))) {
      "SELECT \(SealedRow.columns(layout, contents)) FROM \(layout.name) WHERE id = ?"
    }
    statement.bind(id, at: 1)
    return try statement.first { (row) throws(StorageError) in
      SealedRow(reading: row, layout, contents)
    }
  }
}

extension ItemStore {
  /// Returns the generations of keys with which rows of the store may now be sealed.
  package func keyEpochs() throws(StorageError) -> KeyEpochs {
    try lease { (connection) throws(StorageError) in try StoreCounters.readEpochs(connection) }
  }
}

extension Connection {
  /// The generations of keys that a connection has read, and the `dataVersion` of the store at that
  /// time.
  struct SeenEpochs {
    let version: UInt32
    let epochs: KeyEpochs
  }

  /// Throws if the digests of a query were made with other generations of keys than those of the
  /// store.
  ///
  /// Call this after the query's statement has run. Generations only rise. So generations that are
  /// equal now were equal when the statement ran. Nothing is checked if `expected` is nil.
  ///
  /// - Throws: `rekeyed` if the store has other generations.
  func confirm(_ expected: KeyEpochs?) throws(StorageError) {
    guard let expected else { return }
    guard try keyEpochs() == expected else { throw .rekeyed }
  }

  /// Returns the generations of keys with which rows of the store may be sealed.
  ///
  /// The generations are read from the store only if the store has changed since the last call.
  func keyEpochs() throws(StorageError) -> KeyEpochs {
    // The version is read first: a change in between makes the next call read the generations
    // again.
    let version = dataVersion
    if let seen = seenEpochs, seen.version == version { return seen.epochs }
    let epochs = try StoreCounters.readEpochs(self)
    seenEpochs = SeenEpochs(version: version, epochs: epochs)
    return epochs
  }

  /// A number that identifies the state of the store that the last transaction of this connection
  /// saw.
  ///
  /// If the number has not changed, the store has not changed. Reading this number accesses no
  /// file.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
