// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// A row that another generation of keys made than the current one, as far as it is needed to plan
/// its sealing anew.
package struct OutdatedRow: Equatable, Sendable {
  /// The row's number.
  package let id: Int64
  /// The protection whose class key opens it; nil for a number that is no protection.
  package let protection: Protection?
  /// Bytes of its sealed parts.
  package let size: Int
}

/// What a rotation asks of the store.
extension StoreReader {
  /// The generations of keys that rows may have.
  package func keyEpochs() throws(StorageError) -> KeyEpochs {
    try StoreCounters.readEpochs(connection)
  }

  /// The next rows that are not of the current generation, ascending by number.
  ///
  /// - Parameter tombstones: whether tombstones or live rows are asked for.
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

  /// How many rows of all classes are not of the current generation, by protection; nil stands for
  /// numbers that are no protection.
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

  /// The generations of the keys that rows moved aside were made with, with their numbers of rows.
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

  /// The row with a number, with secret and digests.
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
  /// The generations of keys that rows may have now.
  package func keyEpochs() throws(StorageError) -> KeyEpochs {
    try lease { (connection) throws(StorageError) in try StoreCounters.readEpochs(connection) }
  }
}

extension Connection {
  /// What a connection last read of the generations of keys, and the state of the store then.
  struct SeenEpochs {
    let version: UInt32
    let epochs: KeyEpochs
  }

  /// Refuses an answer that was asked for with the digests of other generations of keys.
  ///
  /// To be called after the statement, so that it judges the state that the statement saw: the
  /// generations only rise, hence equal ones now were equal then.
  func confirm(_ expected: KeyEpochs?) throws(StorageError) {
    guard let expected else { return }
    guard try keyEpochs() == expected else { throw .rekeyed }
  }

  /// The generations of keys, read again only when the store has changed since.
  func keyEpochs() throws(StorageError) -> KeyEpochs {
    // Taken first: a change that comes in between makes the next call read once more.
    let version = dataVersion
    if let seen = seenEpochs, seen.version == version { return seen.epochs }
    let epochs = try StoreCounters.readEpochs(self)
    seenEpochs = SeenEpochs(version: version, epochs: epochs)
    return epochs
  }

  /// A number that changes with the state that the last transaction of this connection saw; costs
  /// no file access.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
