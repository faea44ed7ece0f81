// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import Testing

/// Tests the report of `security check` about a store that opens.
@Suite("Check names what is wrong, and nothing else") struct CheckTests {
  @Test(
    "tables, indexes and counters that are not the store's",
    arguments: [
      (
        "CREATE TRIGGER thief AFTER INSERT ON genp BEGIN DELETE FROM genp; END",
        "trigger thief does not belong to the store"
      ),
      ("DROP INDEX genp_slot", "genp_slot is missing"),
      ("DROP INDEX genp_key", "genp_key is missing"),
      ("CREATE TABLE mine(x)", "table mine does not belong to the store"),
      (
        "DROP INDEX genp_labl; CREATE INDEX genp_labl ON genp(d_labl)",
        "index genp_labl was changed"
      ),
      ("CREATE VIEW seen AS SELECT * FROM genp", "view seen does not belong to the store"),
      (
        "CREATE INDEX sqlite_stat_x ON genp(slot)",
        "index sqlite_stat_x does not belong to the store"
      ),
      (
        "ALTER TABLE genp ADD COLUMN more GENERATED ALWAYS AS (secret)",
        "table genp was changed"
      ),
      ("UPDATE meta SET write = 1", "the store counts fewer writes than its rows name"),
      (
        "UPDATE meta SET entries = 77",
        "the store's count of history entries is wrong"
      ),
    ])
  func content(_ statement: String, _ words: String) throws {
    let store = try filled()
    if statement.contains("sqlite_stat_x") {
      // SQLite refuses reserved names in statements, but not in the bytes of the file.
      try Self.plant(statement, in: store)
    } else {
      try? store.attack(statement)
    }
    if statement.hasPrefix("UPDATE") {
      let report = try store.session().check()
      #expect(report.findings.contains { $0.detail == words }, "\(report.findings)")
    } else {
      // A store with a foreign schema is not opened.
      do {
        try store.open()
        Issue.record("the store opened")
      } catch let error as KeychainError {
        #expect(error.code == .decode)
        guard case .part(words, _)? = error.context else {
          Issue.record("\(error)")
          return
        }
      }
    }
    store.close()
    _ = try StoreRepair(StoreLocation(directory: store.directory)).repair()
    try store.open()
    #expect(try store.session().check().findings == [])
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 12)
    _ = try store.session().add(password("more"))
    #expect(try store.session().check().isClean)
  }

  /// Changes the schema in a way that no statement can: with names that SQLite reserves.
  private static func plant(_ statement: String, in store: ProofStore) throws {
    store.close()
    var opening = Connection.Opening()
    opening.isHardened = false
    let connection = try Connection(store.database, opening)
    try connection.execute(statement.replacingOccurrences(of: "sqlite_stat_x", with: "mine"))
    try connection.execute(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'sqlite_stat_x',"
        + " sql = '\(statement)' WHERE name = 'mine'")
  }

  @Test("what ANALYZE leaves is let be")
  func analyzed() throws {
    let store = try filled()
    try store.attack("ANALYZE")
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 12)
    _ = try store.session().add(password("more"))
    #expect(try store.session().check().isClean)
  }

  @Test(
    "what is planted is refused before it is evaluated, and before an older format is migrated",
    arguments: [
      (
        "DROP TABLE meta; CREATE TABLE meta(id INTEGER PRIMARY KEY,"
          + " store BLOB AS (zeroblob(900000000)))",
        "table meta was changed"
      ),
      (
        "DROP TABLE registry; CREATE TABLE mine(x); PRAGMA user_version = 2",
        "table mine does not belong to the store"
      ),
      ("CREATE TABLE mine(x); PRAGMA user_version = 3", "table mine does not belong to the store"),
      ("PRAGMA user_version = 1", "table aside was changed"),
    ])
  func plantedBefore(_ statement: String, _ words: String) throws {
    let store = try filled()
    try? store.attack(statement)
    store.close()
    let before = try store.files()["store.db"]
    do {
      try store.open()
      Issue.record("the store opened")
    } catch let error as KeychainError {
      guard error.code == .decode, case .part(let told, _)? = error.context else {
        Issue.record("\(error)")
        return
      }
      #expect("\(told)".contains(words), "\(told)")
    }
    #expect(try store.files()["store.db"] == before)
  }

  @Test(
    "what is planted while a program has the store open changes no call of it",
    arguments: [
      "CREATE TRIGGER thief AFTER INSERT ON genp BEGIN DELETE FROM genp; END",
      "DROP INDEX genp_slot", "CREATE INDEX empty ON genp(slot) WHERE tomb = 5",
    ])
  func plantedMeanwhile(_ statement: String) throws {
    let store = try filled()
    // Reopened without a write, so that the connection for writing is made later.
    store.close()
    try store.open()
    let session = try store.session()
    #expect(try session.copyMatching(asking(nil, .attributes)).count == 12)
    do { try Connection(store.database).execute(statement) }
    for _ in 0..<2 {
      #expect(status { _ = try session.add(password("more")) } == -26275)
      #expect(status { _ = try session.copyMatching(asking(nil, .attributes)) } == -26275)
    }
    #expect(try store.number("SELECT count(*) FROM genp") > 0)
  }

  @Test("a schema that was written anew as it was is found again")
  func vacuumed() throws {
    let store = try filled()
    let session = try store.session()
    #expect(try session.copyMatching(asking(nil, .attributes)).count == 12)
    do { try Connection(store.database).execute("CREATE TABLE x(y); DROP TABLE x") }
    #expect(try session.copyMatching(asking(nil, .attributes)).count == 12)
    _ = try session.add(password("more"))
  }

  @Test(
    "counters that would overflow are damage, and end in a status",
    arguments: [
      "write = 9223372036854775807", "write = -5", "entries = 9223372036854775807", "entries = -1",
    ])
  func counters(_ change: String) throws {
    let store = try filled()
    #expect(throws: KeychainError.self) {
      try store.attack("UPDATE meta SET \(change)")
      _ = try store.session().add(password("more"))
    }
    store.close()
    _ = try StoreRepair(StoreLocation(directory: store.directory)).repair()
    try store.open()
    _ = try store.session().add(password("more"))
    #expect(try store.session().check().findings == [])
  }

  @Test("a damaged page is told once, and no row of its class is called missing")
  func pages() throws {
    let store = try filled()
    store.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: store.database))
    var judged = 0
    for page in stride(from: 1, to: whole.count / 512, by: 4) {
      var bytes = whole
      bytes[page * 512 + 300] ^= 1
      try bytes.write(to: URL(fileURLWithPath: store.database))
      guard (try? store.open()) != nil, let report = try? store.session().check() else { continue }
      store.close()
      judged += 1
      #expect(!report.isClean)
      #expect(!report.findings.contains { $0.kind == .rowMissing }, "page \(page + 1)")
      let told = report.findings.filter { $0.kind == .fileDamaged }.map(\.detail)
      #expect(Set(told).count == told.count, "\(told)")
    }
    #expect(judged > 5)
  }

  @Test("a mark of the log that is no mark is named, and renewed by the next change")
  func mark() throws {
    let store = try filled()
    try Self.spoilMark(store)
    #expect(try store.session().check().findings.map(\.kind) == [.fileDamaged])
    try store.reopen()
    #expect(try store.session().check().findings.map(\.kind) == [.fileDamaged])
    _ = try store.session().add(password("more"))
    #expect(try store.session().check().findings == [])
  }

  @Test("a repair does not call a store whole that a check does not: by its mark")
  func repairedMark() throws {
    let store = try filled()
    try Self.spoilMark(store)
    #expect(try store.session().check().findings.map(\.kind) == [.fileDamaged])
    store.close()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    #expect(try repair.diagnose().findings.map(\.kind) == [.fileDamaged])
    let report = try #require(try repair.repair())
    #expect(report.rowsKept == 12 && report.found.findings.map(\.kind) == [.fileDamaged])
    #expect(try repair.repair() == nil)
    try store.open()
    #expect(try store.session().check().findings == [])
  }

  private static func spoilMark(_ store: ProofStore) throws {
    let path = store.database + "-mark"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[20] ^= 1
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test(
    "a keybag, or its copy, that is no file at all: the other one is used and check says so",
    arguments: ["keybag", "keybag.copy"])
  func notRegular(_ name: String) throws {
    let store = try filled()
    store.close()
    let path = store.directory + "/" + name
    let files = FileManager.default
    for isDirectory in [true, false] {
      try files.moveItem(atPath: path, toPath: path + ".kept")
      if isDirectory {
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      } else {
        try files.createSymbolicLink(atPath: path, withDestinationPath: path + ".kept")
      }
      try store.open()
      #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 12)
      let findings = try store.session().check().findings
      #expect(findings.map(\.detail).allSatisfy { $0.hasPrefix("\(name) is damaged") })
      #expect(findings.map(\.kind) == [.copyOutOfStep])
      store.close()
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: path + ".kept", toPath: path)
    }
  }

  @Test("what a check has found stays as it is: the log is not written over pages")
  func keepsTheLog() throws {
    for isDamaged in [false, true] {
      let source = try filled()
      if isDamaged { try source.attack("DELETE FROM genp WHERE id = 3") }
      _ = try source.session().add(password("more"))
      let store = try ProofStore()
      store.close()
      DamageFiles.removeAll(in: store.directory)
      let files = try source.files().filter { $0.key != "store.db-shm" }
      for (name, bytes) in files {
        DamageFiles.write([UInt8](bytes), to: "\(store.directory)/\(name)")
      }
      try store.open()
      #expect(try store.session().check().isClean != isDamaged)
      store.close()
      for name in ["store.db", "store.db-wal", "store.db-mark"] {
        #expect(try (store.files()[name] == files[name]) == isDamaged, "\(name)")
      }
    }
  }

  /// Makes a store with a dozen items.
  private func filled() throws -> ProofStore {
    let store = try ProofStore()
    for number in 0..<12 { _ = try store.session().add(password("account \(number)")) }
    return store
  }
}
