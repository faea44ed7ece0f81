// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the engine's part of `security check --repair`.
@Suite struct RepairTests {
  @Test("a head that does not authenticate: nothing is lost, check is clean afterwards")
  func head() throws {
    let store = try ProofStore()
    for account in ["a", "b"] { _ = try store.session().add(password(account)) }
    try store.attack("UPDATE meta SET head = zeroblob(72)")
    let before = try store.session().describeStore()
    #expect(try store.session().check().findings.map(\.kind) == [.historyBroken])
    store.close()
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(!report.hasLosses && report.rowsKept == 2 && report.entriesKept == 2)
    try store.open()
    let after = try store.session().describeStore()
    #expect(try store.session().check().isClean)
    // Write numbers continue under a new incarnation (Specification/sync.md, "Seams", S5).
    #expect(after.store == before.store && after.incarnation != before.incarnation)
    #expect(after.lastWrite == before.lastWrite)
    let found = try store.session().copyMatching(asking("a", .secret))
    #expect(found.map { $0.secret?.text } == ["proof-secret"])
    _ = try store.session().add(password("c"))
    #expect(try store.session().check().isClean)
    for name in report.movedAside {
      #expect(StoreFiles.role(of: name) == .aside)
      #expect(FileManager.default.fileExists(atPath: store.directory + "/" + name))
    }
    #expect(report.movedAside.contains { $0.hasSuffix(".store.db") })
  }

  @Test("a row with edited columns that was added over")
  func addedOver() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    try store.attack("UPDATE genp SET revision = revision + 1")
    _ = try store.session().add(password("a", secret: "new"))
    #expect(try !store.session().check().isClean)
    store.close()
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(report.rowsKept == 1)
    try store.open()
    let check = try store.session().check()
    #expect(check.isClean && check.rowsAside == 1)
    #expect(try store.session().copyMatching(asking("a", .secret))[0].secret?.text == "new")
  }

  @Test("the trees of all tables and indexes without their roots")
  func roots() throws {
    let store = try ProofStore()
    for number in 0..<40 { _ = try store.session().add(password("account \(number)")) }
    _ = try store.session().delete(asking("account 7"))
    let roots = try [
      store.number("SELECT rootpage FROM sqlite_master WHERE name = 'genp'"),
      store.number("SELECT rootpage FROM sqlite_master WHERE name = 'genp_slot'"),
      store.number("SELECT rootpage FROM sqlite_master WHERE name = 'history'"),
    ]
    store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store.database))
    for root in roots {
      try file.seek(toOffset: UInt64(root - 1) * 512)
      try file.write(contentsOf: [UInt8](repeating: 0xEE, count: 512))
    }
    try file.close()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    let seen = try repair.diagnose().findings.map(\.detail)
    #expect(seen.contains("store.db, page \(roots[0]), of genp"))
    #expect(seen.contains("store.db, page \(roots[1]), of genp_slot"))
    let report = try #require(try repair.repair())
    #expect(!report.hasLosses, "\(report.found.findings)")
    try store.open()
    #expect(try store.session().check().isClean)
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 39)
    #expect(
      code { () throws(KeychainError) in
        _ = try store.engineSession().copyMatching(asking("account 7", .secret))
      } == .itemNotFound)
  }

  @Test("a leaf of an index: the items that it held are told") func indexLeaf() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("one"))
    let root = try store.number("SELECT rootpage FROM sqlite_master WHERE name = 'genp_acct'")
    store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store.database))
    try file.seek(toOffset: UInt64(root - 1) * 512 + 5)
    try file.write(contentsOf: [0xEE])
    try file.close()
    let findings = try StoreRepair(StoreLocation(directory: store.directory)).diagnose().findings
    #expect(findings.contains { $0.kind == .entryMissing && $0.detail == "index genp_acct, row 1" })
  }

  @Test("other programs have the store open: refused, nothing changed") func busy() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    try store.attack("UPDATE meta SET head = zeroblob(72)")
    // Compared without the shared memory of the programs, which records the last reader.
    let before = try store.files().filter { $0.key != "store.db-shm" }
    var environment = Environment.system
    environment.store.busyLimit = 50
    let repair = StoreRepair(
      StoreLocation(directory: store.directory), environment: environment)
    #expect(code { () throws(KeychainError) in _ = try repair.repair() } == .notAvailable)
    #expect(try store.files().filter { $0.key != "store.db-shm" } == before)
  }

  @Test("a repair that was killed is finished by the next opening", arguments: [0, 1, 2, 3])
  func killed(_ step: Int) throws {
    let image = try #require(DamageImage.killed)
    let store = try ProofStore()
    store.close()
    let location = StoreLocation(directory: store.directory)
    DamageFiles.removeAll(in: store.directory)
    image.restore(to: store.directory)
    // Spoils the mark, so that there is something to repair.
    DamageFiles.write([1, 2, 3], to: store.database + "-mark")
    _ = try #require(try StoreRepair(location).repair())
    let repaired = try #require(try store.files()["store.db"])
    DamageFiles.removeAll(in: store.directory)
    image.restore(to: store.directory)
    // Until the new name is durable, the old store counts.
    let name = step == 0 ? "store.db.new" : "store.db.repaired"
    DamageFiles.write(Array(repaired), to: "\(store.directory)/\(name)")
    for file in ["store.db", "store.db-wal", "store.db-mark"].prefix(max(0, step - 1)) {
      try FileManager.default.moveItem(
        atPath: "\(store.directory)/\(file)", toPath: "\(store.directory)/aside-x.\(file)")
    }
    try store.open()
    for item in image.items {
      let found = try store.session().copyMatching(item.query(.secret))
      #expect(found.first?.secret?.text == item.secret)
    }
    #expect(try store.session().check().isClean)
    let asides = try store.files().keys.filter { StoreFiles.role(of: $0) == .aside }
    #expect(asides.count == (step == 0 ? 0 : 3))
  }
}

extension ProofStore {
  /// Returns a session, or throws `notAvailable` if the engine is closed.
  func engineSession() throws(KeychainError) -> Session {
    guard let engine else { throw KeychainError(.notAvailable, "closed") }
    return engine.session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
  }
}
