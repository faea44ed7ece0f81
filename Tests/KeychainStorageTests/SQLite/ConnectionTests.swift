// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of the thin layer over SQLite: values come back unchanged, and errors have names.
@Suite struct ConnectionTests {
  let directory = TemporaryDirectory()

  @Test func valuesComeBack() throws {
    let connection = try Table.create(at: directory.file("a.db"), rows: 0)
    try connection.execute("CREATE TABLE v(a, b, c, d, e)")
    let insert = try connection.statement(StatementKey(1)) { "INSERT INTO v VALUES(?,?,?,?,?)" }
    let name = Identifier16(high: 0x0102_0304_0506_0708, low: 0xF0E0_D0C0_B0A0_9080)
    for blob in [[UInt8](), [0], [UInt8](repeating: 7, count: 100_000)] {
      insert.bind(Int64.min, at: 1)
      insert.bind(name, at: 2)
      insert.bind(blob, at: 3)
      insert.bind("text\u{e4}", at: 4)
      insert.bind(Int64?.none, at: 5)
      try insert.run()
    }
    let select = try connection.statement(StatementKey(2)) { "SELECT * FROM v" }
    var sizes: [Int] = []
    try select.forEach { (row) throws(StorageError) in
      sizes.append(row.bytes(2).count)
      #expect(row.number(0) == .min)
      #expect(row.identifier(1) == name && row.bytes(1) == name.bytes)
      #expect(row.text(3) == "text\u{e4}")
      #expect(row.isNull(4) && row.optionalNumber(4) == nil && row.optionalBytes(4) == nil)
      #expect(!row.isNull(2) && row.identifier(2) == nil)
      return true
    }
    #expect(sizes == [0, 1, 100_000])
  }

  @Test func aStatementIsKeptAndReset() throws {
    let connection = try Table.create(at: directory.file("b.db"), rows: 20)
    var prepared = 0
    for row in 0..<20 {
      let select = try connection.statement(StatementKey(3)) {
        prepared += 1
        return "SELECT id FROM item WHERE name = ?"
      }
      select.bind(Table.name(row), at: 1)
      #expect(try select.first { (row) throws(StorageError) in row.number(0) } == Int64(row + 1))
    }
    #expect(prepared == 1)
    // No statement keeps a read transaction open, so the log can be emptied.
    try connection.checkpoint(truncating: true)
    #expect(Files.size(directory.file("b.db-wal")) == 0)
  }

  @Test func errorsHaveNames() throws {
    let connection = try Table.create(at: directory.file("c.db"), rows: 1)
    #expect(throws: StorageError.unexpected(1)) { try connection.execute("SELEKT") }
    #expect(throws: StorageError.duplicate(.number)) { try Table.insert(0, into: connection) }
    #expect(
      throws: StorageError.refused(StoreRefusal(.missing, path: directory.file("none")))
    ) { _ = try Connection(directory.file("none")) }
    #expect(!Files.exists(directory.file("none")))
  }

  @Test func transactionsAndParts() throws {
    let connection = try Table.create(at: directory.file("d.db"), rows: 0)
    try connection.begin(.write)
    try Table.insert(1, into: connection)
    try connection.beginPart()
    try Table.insert(2, into: connection)
    try connection.undoPart()
    try connection.commit()
    try connection.begin(.write)
    try Table.insert(3, into: connection)
    connection.rollback()
    #expect(!connection.isInTransaction)
    #expect(try connection.number("SELECT count(*) FROM item") == 1)
  }

  @Test func settingsOfAStore() throws {
    let store = try Rows.store(in: directory)
    let connection = try Connection(store.path)
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try connection.number("PRAGMA page_size") == 512)
    #expect(try connection.number("PRAGMA application_id") == 0x4C4B_4559)
    #expect(try connection.number("PRAGMA user_version") == Int64(SchemaText.formatVersion))
  }
}
