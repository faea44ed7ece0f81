// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// A repair while the rows of a store are of two generations of keys.
@Suite("repair in the middle of a rotation")
struct RotationRepairTests {
  /// What is destroyed besides all that leads to the rows.
  enum Loss: CaseIterable, Sendable { case none, head }

  @Test(
    "every item of both generations is there, and the rotation goes on",
    arguments: [1, 2, 4, 7], Loss.allCases)
  func repaired(_ step: Int, _ loss: Loss) throws {
    var directory: TestStore?
    let before: StoreState
    do {
      let store = try RotationStore(passwords: 90)
      try store.fill()
      before = try store.session.state()
      var steps = 0
      #expect(throws: KeychainError.self) {
        _ = try store.session.rotateKeys { (_) throws(KeychainError) in
          steps += 1
          if steps == step { throw CutOff.error }
        }
      }
      #expect(try store.epochs().count == ((3...6).contains(step) ? 2 : 1))
      directory = store.store
    }
    let store = try #require(directory)
    try Self.destroy(store.directory + "/store.db", loss)

    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    let lost = report.found.findings.filter { $0.itemClass != nil }
    #expect(lost.isEmpty, "\(lost)")
    #expect(report.rowsKept + report.tombstonesKept == before.versions.count)
    let session = try store.open().session(as: RotationStore.caller)
    #expect(try session.check().findings == [])
    #expect(try before.isSame(as: session.state()))
    for number in 0..<90 {
      let found = try session.copyMatching(query("s", "u\(number)", .secret))
      #expect(found.map { $0.secret?.text } == ["x\(number)"])
      #expect(status { _ = try session.add(password("s", "u\(number)")) } == -25299)
    }

    let rest = try session.rotateKeys()
    #expect(rest.isComplete && rest.epoch == 2)
    let keybag = try KeybagFiles(directory: store.directory).open(randomness: SystemRandomness())
    #expect(keybag.allEpochs == [2])
    #expect(try session.check().findings == [])
    #expect(try before.isSame(as: session.state()))
  }

  /// Destroys the heads of all pages of all classes' tables and indexes.
  ///
  /// Their sums are wrong and no list of rows is left; what follows the first bytes of a page is
  /// whole. Of the head of the history, which tells the generations of keys too, nothing is left.
  private static func destroy(_ path: String, _ loss: Loss) throws {
    var pages: [(number: Int64, isHead: Bool)] = []
    do {
      let connection = try Connection(path)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let statement = try connection.statement(StatementKey(1)) {
        "SELECT pageno, name = 'meta' FROM dbstat WHERE pagetype <> 'overflow'"
          + " AND (name LIKE 'genp%' OR name LIKE 'inet%' OR name LIKE 'cert%' OR name LIKE 'keys%'"
          + (loss == .head ? " OR name = 'meta')" : ")")
      }
      try statement.forEach { (row) throws(StorageError) in
        pages.append((row.number(0), row.number(1) == 1))
        return true
      }
    }
    #expect(pages.count > 60 && pages.contains { $0.isHead } == (loss == .head))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    for page in pages {
      try file.seek(toOffset: UInt64(page.number - 1) * 512)
      try file.write(contentsOf: [UInt8](repeating: 0xEE, count: page.isHead ? 512 : 8))
    }
    try file.close()
  }
}
