// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests a repair while the rows of a store belong to two generations of keys.
@Suite("repair in the middle of a rotation")
struct RotationRepairTests {
  /// A part that is destroyed in addition to all pages that lead to the rows.
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

  @Test(
    "with a keybag of before the rotation nothing is made, and with its own all is there",
    arguments: [4, nil])
  func olderKeybag(_ step: Int?) throws {
    let store: TestStore
    let older: [String: Data]
    do {
      let rotation = try RotationStore(passwords: 90)
      store = rotation.store
      older = try Self.files(store).filter { $0.key == "device.key" || $0.key.hasPrefix("keybag") }
      var steps = 0
      _ = try? rotation.session.rotateKeys { (_) throws(KeychainError) in
        steps += 1
        if steps == step { throw CutOff.error }
      }
    }
    let own = try Self.files(store)
    try Self.write(older, store)
    let before = try Self.files(store)
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    for call in [{ _ = try repair.diagnose() }, { _ = try repair.repair() }] {
      let error = #expect(throws: KeychainError.self) { try call() }
      #expect(error.map { "\($0)" }?.contains("the keybag lacks keys") == true)
    }
    #expect(try Self.files(store) == before)
    try Self.write(own.filter { older.keys.contains($0.key) }, store)
    #expect(try repair.repair() == nil)
    let session = try store.open().session(as: RotationStore.caller)
    #expect(try session.copyMatching(query("s", "u7", .secret)).map { $0.secret?.text } == ["x7"])
  }

  /// Returns all files except the memory that processes share.
  private static func files(_ store: TestStore) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try store.names() where !name.hasSuffix("-shm") {
      files[name] = FileManager.default.contents(atPath: "\(store.directory)/\(name)")
    }
    return files
  }

  private static func write(_ files: [String: Data], _ store: TestStore) throws {
    for (name, bytes) in files {
      try bytes.write(to: URL(fileURLWithPath: "\(store.directory)/\(name)"))
    }
  }

  /// Destroys the heads of all pages of all classes' tables and indexes.
  ///
  /// Their sums are then wrong, and no list of rows is left. The bytes after the head of a page are
  /// whole. With the loss `head`, the head of the history, which also names the generations of
  /// keys, is destroyed too.
  private static func destroy(_ path: String, _ loss: Loss) throws {
    var pages: [(number: Int64, isHead: Bool)] = []
    do {
      let connection = try Connection(path)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let list = try connection.text(
        "SELECT group_concat(pageno || '.' || (name = 'meta'), ' ') FROM dbstat"
          + " WHERE pagetype <> 'overflow' AND (name LIKE 'genp%' OR name LIKE 'inet%'"
          + " OR name LIKE 'cert%' OR name LIKE 'keys%'"
          + (loss == .head ? " OR name = 'meta')" : ")"))
      for word in (list ?? "").split(separator: " ") {
        let parts = word.split(separator: ".").compactMap { Int64($0) }
        if parts.count == 2 { pages.append((parts[0], parts[1] == 1)) }
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
