// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests a repair whose log has lost its head, so that nothing else says how much of the log is
/// valid.
@Suite struct LogHeadRepairTests {
  @Test(
    "rows whose only copy is in the log come back, and that more may be lost is said",
    arguments: [64, 4_096], [UInt8(0), 0xA5])
  func withoutHeadAndMark(_ destroyed: Int, _ filling: UInt8) throws {
    var files = try killed()
    files["store.db-mark"] = nil
    for place in 0..<destroyed { files["store.db-wal"]?[place] = filling }
    try expectRepaired(files, rows: 9)
  }

  @Test("the order of bytes that the sums are taken in is found without the head")
  func orderOfBytes() throws {
    var files = try killed()
    files["store.db-mark"] = nil
    files["store.db-wal"]?[3] ^= 1
    try expectRepaired(files, rows: 9)
  }

  @Test("a short log over a longer one that was done with: the short one counts")
  func newerLog() throws {
    let source = try ProofStore()
    for number in 0..<9 { _ = try source.session().add(password("account \(number)")) }
    try source.engine?.store.checkpoint(truncating: false)
    _ = try source.session().add(password("newer"))
    var files = try source.files().mapValues { [UInt8]($0) }
    files["store.db-shm"] = nil
    files["store.db-mark"] = nil
    for place in 0..<64 { files["store.db-wal"]?[place] = 0 }
    try expectRepaired(files, rows: 10)
  }

  @Test("behind a hole in the log, of which no mark tells, lies what was written last")
  func hole() throws {
    var files = try killed()
    files["store.db-mark"] = nil
    for place in 8_192..<8_192 + 4_096 { files["store.db-wal"]?[place] = 0 }
    let store = try restored(files)
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(report.hasLosses == (report.rowsKept < 9), "\(report.found.findings)")
    try store.open()
    let last = try store.session().copyMatching(asking("account 8", .secret))
    #expect(last.map { $0.secret?.text } == ["proof-secret"])
  }

  @Test(
    "the log of another store is said to be one, and nothing of it counts",
    arguments: [true, false])
  func foreignLog(_ hasOwnMark: Bool) throws {
    let other = try killed()
    let source = try ProofStore()
    for number in 0..<9 { _ = try source.session().add(password("account \(number)")) }
    source.close()
    var files = try source.files().mapValues { [UInt8]($0) }
    files["store.db-wal"] = other["store.db-wal"]
    if !hasOwnMark { files["store.db-mark"] = other["store.db-mark"] }
    let store = try restored(files)
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(report.rowsKept == 9 && report.hasLosses != hasOwnMark, "\(report.found.findings)")
    #expect(report.found.findings.contains { $0.detail.contains("another store") })
    try store.open()
    #expect(try store.session().check().isClean)
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == 9)
  }

  @Test("an older database beside the log of today: that older versions came back is said")
  func olderDatabase() throws {
    let source = try ProofStore()
    for number in 0..<9 { _ = try source.session().add(password("account \(number)")) }
    source.close()
    let older = try source.files()["store.db"]
    for numbers in [0..<9, 8..<9] {
      try source.reopen()
      for number in numbers {
        var changes = Changes()
        changes.secret = SecretBytes(copying: [UInt8]("new".utf8))
        try source.session().update(asking("account \(number)"), setting: changes)
      }
    }
    var files = try source.files().mapValues { [UInt8]($0) }
    files["store.db-shm"] = nil
    files["store.db"] = older.map { [UInt8]($0) }
    let store = try restored(files)
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    try store.open()
    let found = try store.session().copyMatching(asking(nil, .secret))
    let isWhole = found.count == 9 && found.allSatisfy { $0.secret?.text == "new" }
    #expect(!isWhole && report.hasLosses, "\(report.found.findings)")
  }

  private func expectRepaired(_ files: [String: [UInt8]], rows: Int) throws {
    let store = try restored(files)
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(report.rowsKept == rows && report.hasLosses, "\(report.found.findings)")
    try store.open()
    #expect(try store.session().check().isClean)
    #expect(try store.session().copyMatching(asking(nil, .attributes)).count == rows)
  }

  private func restored(_ files: [String: [UInt8]]) throws -> ProofStore {
    let store = try ProofStore()
    store.close()
    DamageFiles.removeAll(in: store.directory)
    for (name, bytes) in files { DamageFiles.write(bytes, to: "\(store.directory)/\(name)") }
    return store
  }

  /// Returns the files of a killed process that left nine items in the log.
  private func killed() throws -> [String: [UInt8]] {
    let source = try ProofStore()
    for number in 0..<9 { _ = try source.session().add(password("account \(number)")) }
    var files = try source.files().mapValues { [UInt8]($0) }
    files["store.db-shm"] = nil
    return files
  }
}
