// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes

/// A small database with page checksums, for tests of the layers below the store.
enum Table {
  static func create(
    at path: String, rows: Int, pageSize: Int = 1024, gate: FileGate? = nil
  ) throws -> Connection {
    var opening = Connection.Opening()
    opening.creates = true
    opening.salt = 0x0102_0304_0506_0708
    opening.gate = gate
    let connection = try Connection(path, opening)
    try connection.reserveSumRoom()
    try connection.execute("PRAGMA page_size = \(pageSize)")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA cache_spill = OFF")
    try connection.execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name BLOB UNIQUE, content BLOB)")
    try connection.begin(.write)
    for row in 0..<rows { try insert(row, into: connection) }
    try connection.commit()
    return connection
  }

  static func insert(_ row: Int, into connection: Connection) throws {
    let insert = try connection.statement(StatementKey(9)) {
      "INSERT INTO item(name, content) VALUES(?1, ?2)"
    }
    insert.bind(name(row), at: 1)
    insert.bind([UInt8](repeating: UInt8(truncatingIfNeeded: row), count: 300), at: 2)
    try insert.run()
  }

  static func name(_ row: Int) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: (row &* 0x9E37_79B1) >> ($0 % 4 * 8)) }
  }

  static func find(_ row: Int, in connection: Connection) throws(StorageError) -> [UInt8]? {
    let select = try connection.statement(StatementKey(10)) {
      "SELECT content FROM item WHERE name = ?1"
    }
    select.bind(name(row), at: 1)
    return try select.first { (found) throws(StorageError) in found.bytes(0) }
  }
}
