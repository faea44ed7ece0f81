// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests the engine's part of `security check --reseal`, after changes by the real program sqlite3.
@Suite struct ResealTests {
  @Test(
    "pages that sqlite3 moved about are accepted",
    arguments: [
      "VACUUM", "REINDEX", "CREATE TABLE mine(x); INSERT INTO mine VALUES(1); DROP TABLE mine",
      "PRAGMA journal_mode = DELETE; VACUUM",
    ])
  func accepted(_ statements: String) throws {
    let store = try filled()
    #expect(Self.sqlite(store.database, statements))
    #expect(!isSound(store))
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    #expect(try repair.diagnose().isOfPagesAlone)
    #expect(try repair.reseal()?.findings == [])
    try store.open()
    #expect(try store.session().check().isClean)
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 12)
    _ = try store.session().add(password("more"))
    #expect(try store.session().check().isClean)
    store.close()
    #expect(try repair.reseal() == nil, "once is enough")
  }

  @Test(
    "content that sqlite3 changed is not, by name",
    arguments: [
      ("UPDATE genp SET prot = 7 WHERE id = 3", CheckReport.Finding.Kind.rowDoesNotOpen),
      ("DELETE FROM genp WHERE id = 3", .rowMissing),
      ("UPDATE genp SET d_acct = zeroblob(16) WHERE id = 3", .digestDiffers),
    ])
  func refused(_ statement: String, _ kind: CheckReport.Finding.Kind) throws {
    let store = try filled()
    let reference = try store.text("SELECT hex(persistref) FROM genp WHERE id = 3")
    #expect(Self.sqlite(store.database, statement))
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    let findings = try #require(try repair.reseal()).findings
    #expect(findings.contains { $0.kind == kind && $0.identifier.map(Self.hex) == reference })
    #expect(!isSound(store))
    let report = try #require(try repair.repair())
    #expect(report.rowsKept == (kind == .digestDiffers ? 12 : 11))
    try store.open()
    #expect(try store.session().check().isClean)
  }

  @Test("after a kill sqlite3 has looked and taken the log away: accepted, nothing lost")
  func lookedAt() throws {
    for reseals in [true, false] {
      let store = try killed()
      #expect(Self.sqlite(store.database, "SELECT count(*) FROM genp"))
      #expect(try store.files()["store.db-wal"] == nil && !isSound(store))
      let repair = StoreRepair(StoreLocation(directory: store.directory))
      #expect(try repair.diagnose().isOfPagesAlone)
      if reseals {
        let report = try #require(try repair.reseal())
        #expect(report.isClean && report.notes.count == 1)
      } else {
        let report = try #require(try repair.repair())
        #expect(!report.hasLosses, "\(report.found.findings)")
        #expect(report.found.notes.count == 1)
      }
      try store.open()
      #expect(try store.session().check().isClean)
      for item in try #require(DamageImage.killed).items {
        let found = try store.engineSession().copyMatching(item.query(.secret))
        #expect(found.map { $0.secret?.text } == [item.secret], "\(item.name)")
      }
    }
  }

  @Test("a log that somebody only removed: what it held is lost, and said to be")
  func removedLog() throws {
    for act in [DamageCase.Act.remove, .cut(to: 0)] {
      let store = try killed(DamageCase(file: "store.db-wal", act: act))
      let repair = StoreRepair(StoreLocation(directory: store.directory))
      let report = try #require(try repair.repair())
      #expect(report.hasLosses && report.found.notes.isEmpty)
    }
  }

  @Test("a removed log is lost too where some page of the database is damaged")
  func removedLogAndDamage() throws {
    let database = try #require(DamageImage.killed?.files["store.db"])
    let leaves = stride(from: 512, to: database.count, by: 512).filter { database[$0] == 0x0D }
    #expect(leaves.count > 6)
    for page in leaves {
      let store = try killed(DamageCase(file: "store.db", act: .flip(byte: page + 100, bit: 1)))
      unsafe unlink(store.directory + "/store.db-wal")
      let report = try #require(
        try StoreRepair(StoreLocation(directory: store.directory)).repair())
      #expect(report.hasLosses && report.found.notes.isEmpty, "page \(page / 512 + 1)")
    }
  }

  @Test(
    "a damaged or missing log is refused, and a refusal changes no byte",
    arguments: [
      DamageCase(file: "store.db-wal", act: .flip(byte: 5_000, bit: 1)),
      DamageCase(file: "store.db-wal", act: .flip(byte: 3, bit: 1)),
      DamageCase(file: "store.db-wal", act: .cut(to: 32 + 5 * 536)),
      DamageCase(file: "store.db-wal", act: .cut(to: 0)),
      DamageCase(file: "store.db-wal", act: .remove),
      DamageCase(file: "store.db-mark", act: .flip(byte: 3, bit: 1)),
    ])
  func damagedLog(_ damage: DamageCase) throws {
    let store = try killed(damage)
    let before = try store.files()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    #expect(try !repair.diagnose().isOfPagesAlone)
    #expect(try repair.reseal()?.isClean == false)
    #expect(Self.withoutLock(try store.files()) == Self.withoutLock(before))
  }

  @Test("where a row is damaged the log stays too") func damagedRow() throws {
    let image = try #require(DamageImage.killed)
    let pages = try #require(image.files["store.db"]).count / 512
    // The pages after the schema and the roots of tables hold rows.
    let store = try killed(
      DamageCase(file: "store.db", act: .zero(block: pages - 2)))
    let before = try store.files()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    #expect(try !repair.diagnose().isOfPagesAlone)
    #expect(try repair.reseal()?.isClean == false)
    #expect(Self.withoutLock(try store.files()) == Self.withoutLock(before))
  }

  private static func withoutLock(_ files: [String: Data]) -> [String: Data] {
    files.filter { $0.key != "lock" }
  }

  /// Returns the files that a killed process left, with an optional damage.
  private func killed(_ damage: DamageCase? = nil) throws -> ProofStore {
    let store = try ProofStore()
    store.close()
    DamageFiles.removeAll(in: store.directory)
    let image = try #require(DamageImage.killed)
    image.restore(to: store.directory)
    guard let damage else { return store }
    let path = "\(store.directory)/\(damage.file)"
    if let bytes = damage.applied(to: image.files[damage.file] ?? []) {
      DamageFiles.write(bytes, to: path)
    } else {
      unsafe unlink(path)
    }
    return store
  }

  /// Makes a closed store with a dozen items.
  private func filled() throws -> ProofStore {
    let store = try ProofStore()
    for number in 0..<12 { _ = try store.session().add(password("account \(number)")) }
    store.close()
    return store
  }

  private func isSound(_ store: ProofStore) -> Bool {
    defer { store.close() }
    guard (try? store.open()) != nil else { return false }
    return (try? store.session().check().isClean) ?? false
  }

  private static func hex(_ identifier: Identifier16) -> String {
    identifier.bytes.map { String(format: "%02X", $0) }.joined()
  }

  private static func sqlite(_ path: String, _ statements: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", path, statements]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
