// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests migration to the next format: the tables equal those of a new store, one of many openings
/// migrates, and each migration is whole or absent.
@Suite("migration of formats")
struct MigrationTests {
  private static let first = "format-1"

  private static func columns(_ connection: Connection) throws -> [String: String] {
    var columns: [String: String] = [:]
    for table in ["genp", "inet", "cert", "keys", "meta", "history", "aside", "registry"] {
      columns[table] = try connection.text(
        "SELECT group_concat(name || ' ' || type || ' ' || \"notnull\" || ' ' || pk"
          + " || ' ' || ifnull(dflt_value, '-')) FROM pragma_table_info('\(table)')")
    }
    columns["indexes"] = try connection.text(
      "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE type = 'index'"
        + " ORDER BY name)")
    return columns
  }

  @Test("tables and indexes of a migrated store are those of a new one")
  func sameTables() throws {
    let archive = try Archive(Self.first, "closed")
    _ = try archive.open()
    let store = try TestStore()
    _ = try store.open()
    let old = try Self.columns(Connection(archive.directory + "/store.db"))
    let new = try Self.columns(Connection(store.directory + "/store.db"))
    #expect(old == new)
    #expect(new.count == 9)
    #expect(try Connection(archive.directory + "/store.db").number("SELECT format FROM meta") == 4)
  }

  @Test("many openings at once migrate once, and all get the store", arguments: ["closed", "log"])
  func together(_ variant: String) throws {
    let archive = try Archive(Self.first, variant)
    let directory = archive.directory
    let failures = Lock<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        let engine = try Engine.open(StoreLocation(directory: directory))
        let session = engine.session(
          as: Caller(identifier: "t", groups: ["archive.first"], seesAllGroups: true))
        _ = try session.copyMatching(query("archive", "large secret", .secret))
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let report = try archive.open().session(as: Caller(identifier: "t", groups: ["a"])).check()
    #expect(report.findings == [])
  }

  @Test("a disk that fails at any write leaves the old format or the new one")
  func failingDisk() throws {
    var formats: Set<Int64> = []
    for at in 0..<200 {
      let archive = try Archive(Self.first, "closed")
      let left = Lock(at)
      var environment = Environment.system
      environment.store.gate = { operation in
        left.withLock { left in
          guard operation.isChange else { return nil }
          left -= 1
          return left < 0 ? .failure : nil
        }
      }
      let outcome = status {
        _ = try Engine.open(
          StoreLocation(directory: archive.directory), environment: environment)
      }
      formats.insert(
        try Connection(archive.directory + "/store.db").number("PRAGMA user_version") ?? 0)
      let session = try archive.open().session(as: Caller(identifier: "t", groups: ["a"]))
      #expect(try session.check().findings == [], "write \(at)")
      guard outcome != 0 else { break }
      #expect(outcome == -36, "write \(at)")
    }
    #expect(formats == [1, 2, 3, 4])
  }

  @Test("a program of format 1 that is running is refused, and never told that an item is absent")
  func runningProgram() throws {
    let archive = try Archive(Self.first, "closed")
    let old = try Connection(archive.directory + "/store.db")
    let reading = "SELECT id, uuid, epoch, slot FROM genp WHERE tomb = 0"
    let counters = "SELECT store, incarnation, created, format, write, entries, head FROM meta"
    let statement = try old.statement(StatementKey(1)) { reading }
    #expect(try statement.first { (_) throws(StorageError) in true } == true)
    _ = try archive.open()
    #expect(throws: StorageError.self) {
      try statement.first { (_) throws(StorageError) in true }
    }
    // The old program reads this number in each write transaction. It says that the store is not
    // for it.
    let format = try old.statement(StatementKey(2)) { counters }.first {
      (row) throws(StorageError) in row.number(3)
    }
    #expect(format == 4)
  }

  /// Follows the instructions in Documentation/Formats/store.md for an administrator.
  @Test("a program of format 1 that closes the store last: refused, and a mark removed mends it")
  func closedByAnOlderProgram() throws {
    let archive = try Archive(Self.first, "closed")
    let path = archive.directory + "/store.db"
    var opening = Connection.Opening()
    // The old program keeps sums of pages, and does not know the mark.
    opening.checksSums = false
    var old: Connection? = try Connection(path, opening)
    #expect(try old?.number("SELECT count(*) FROM genp WHERE epoch = 1") ?? 0 > 0)
    let before: StoreSnapshot
    do {
      let session = try archive.open().session(
        as: Caller(identifier: "t", groups: ["archive.first"], seesAllGroups: true))
      _ = try session.add(password("new", "after the migration", "kept"))
      before = try StoreSnapshot(session)
    }
    #expect(archive.size("store.db-wal") ?? 0 > 0)
    old = nil
    #expect(archive.size("store.db-wal") == nil)
    #expect(status { _ = try archive.open() } == -26275)
    try FileManager.default.removeItem(atPath: path + "-mark")
    let session = try archive.open().session(
      as: Caller(identifier: "t", groups: ["archive.first"], seesAllGroups: true))
    #expect(try StoreSnapshot(session) == before)
    #expect(try session.check().findings == [])
  }
}
