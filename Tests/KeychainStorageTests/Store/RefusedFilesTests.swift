// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of a refused store whose last process died with a log full of commits.
///
/// Not a byte of it may change, although SQLite would empty the log into the database on closing.
@Suite struct RefusedFilesTests {
  let directory = TemporaryDirectory()
  private static let ends = ["", "-wal", "-mark"]

  @Test(
    "by what is committed in it",
    arguments: [
      "PRAGMA user_version = 99", "PRAGMA user_version = 0", "PRAGMA application_id = 1",
      "DELETE FROM meta", "UPDATE meta SET format = 99", "UPDATE meta SET store = x'0102'",
      "UPDATE meta SET store = randomblob(16)", "UPDATE meta SET oldest = 7",
    ])
  func content(_ statement: String) throws {
    try expectRefusal(killed { try Connection($0.path).execute(statement) })
  }

  @Test("by the salt at the end of page 1, which the log replaces", arguments: 496..<504)
  func salt(_ place: Int) throws {
    // After VACUUM the log has every page that opening needs.
    let copy = try killed { try Connection($0.path).execute("VACUUM") }
    Files.patch(copy, at: place) { $0 ^ 0x10 }
    try expectRefusal(copy, .damaged(Damage(path: copy, place: .page(1))))
  }

  @Test("by the size of pages that the header says, though the log replaces it")
  func pageSize() throws {
    let copy = try killed()
    Files.patch(copy, at: 16) { _ in 4 }
    try expectRefusal(copy)
  }

  @Test(
    "by a byte of its log",
    arguments: [3, 20, 32 + 8, 32 + 24 + 100, 32 + 536 * 4 + 99])
  func log(_ place: Int) throws {
    let copy = try killed()
    Files.patch(copy + "-wal", at: place) { $0 ^ 1 }
    try expectRefusal(copy)
  }

  @Test("by a page of the file that opening needs") func page() throws {
    let copy = try killed { store in
      try store.checkpoint(truncating: true)
      try Rows.add(to: store, [Rows.row(number: 90, write: 0)])
    }
    let files = Self.ends.map { Files.read(copy + $0) }
    var refused = 0
    for page in 2...files[0].count / 512 {
      for (end, bytes) in zip(Self.ends, files) { Files.write(bytes, to: copy + end) }
      Files.patch(copy, at: (page - 1) * 512 + 100) { $0 ^ 1 }
      let before = Self.ends.map { Files.read(copy + $0) }
      guard (try? ItemStore(copy)) == nil else { continue }
      refused += 1
      #expect(Self.ends.map { Files.read(copy + $0) } == before, "page \(page)")
    }
    #expect(refused > 0, "pages of the list of tables")
  }

  @Test("by the keybag beside it") func other() throws {
    let copy = try killed()
    let store = Identifier16(high: 1, low: 1)
    try expectRefusal(copy, .refused(StoreRefusal(.otherStore, path: copy)), of: store)
    // Opened with its own name, the store is accepted.
    let rows = try ItemStore(copy, of: Rows.identity.store).fetch(StorePlan(.genericPassword))
    #expect(rows.count == 12)
    #expect(Files.size(copy + "-wal") == 0, "and closing that one empties the log")
  }

  @Test("by a repair that was killed on the way") func pending() throws {
    let copy = try killed()
    Files.write([1], to: copy + ".repaired")
    try expectRefusal(copy, .refused(StoreRefusal(.replaced, path: copy)))
  }

  @Test("after it was opened, by whoever opened it") func late() throws {
    let copy = try killed()
    let before = Self.ends.map { Files.read(copy + $0) }
    do { try ItemStore(copy).leaveFiles() }
    #expect(Self.ends.map { Files.read(copy + $0) } == before)
  }

  private func expectRefusal(
    _ path: String, _ error: StorageError? = nil, of store: Identifier16? = nil
  ) throws {
    let before = Self.ends.map { Files.read(path + $0) }
    #expect(before.allSatisfy { !$0.isEmpty })
    let refusal = #expect(throws: StorageError.self) { _ = try ItemStore(path, of: store) }
    if let error { #expect(refusal == error) }
    #expect(Self.ends.map { Files.read(path + $0) } == before)
  }

  /// Makes the files of a store with twelve rows, as a kill leaves them with their log.
  private func killed(after change: (ItemStore) throws -> Void = { _ in }) throws -> String {
    let store = try Rows.store(in: directory)
    for number in 0..<12 { try Rows.add(to: store, [Rows.row(number: number, write: 0)]) }
    try change(store)
    let copy = directory.file("copy.db")
    for end in Self.ends { Files.write(Files.read(store.path + end), to: copy + end) }
    return copy
  }
}
