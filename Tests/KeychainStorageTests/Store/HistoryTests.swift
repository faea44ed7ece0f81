// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests that the change history records what happened, and that its size is bounded.
@Suite struct HistoryTests {
  let directory = TemporaryDirectory()

  @Test func allFieldsComeBack() throws {
    let store = try Rows.store(in: directory)
    let full = HistoryEntry(
      write: 1, time: Instant(microseconds: -5), kind: .move, itemClass: .key,
      persistentIdentifier: Rows.name(2, 1), uuid: Rows.name(1, 1), slotBefore: Rows.name(3, 1),
      slotAfter: Rows.name(3, 2), revisionBefore: Instant(microseconds: 7),
      revisionAfter: Instant(microseconds: 8), wasSynchronizable: true, isSynchronizable: false,
      origin: Rows.name(4, 1), caller: [1, 2, 3], group: 1)
    var bare = full
    bare.write = 2
    bare.slotBefore = nil
    bare.revisionBefore = nil
    bare.wasSynchronizable = nil
    bare.origin = nil
    bare.caller = []
    try store.write { (transaction) throws(StorageError) in
      for entry in [full, bare] {
        _ = transaction.nextWrite()
        try transaction.record(entry, chain: [9, UInt8(entry.write)])
      }
      transaction.setHistoryHead([4, 5])
    }
    let (entries, head) = try ItemStore(store.path).read { (reader) throws(StorageError) in
      (try reader.history(after: 0, limit: 10), try reader.historyHead())
    }
    #expect(entries.map(\.entry) == [full, bare])
    #expect(entries.map(\.chain) == [[9, 1], [9, 2]])
    #expect(head == [4, 5])
  }

  @Test func theNumberOfEntriesIsBounded() throws {
    let store = try Rows.store(in: directory)
    try record(10_100, in: store) { _ in .reference }
    let entries = try all(store)
    #expect(entries.count <= 10_000 && entries.count > 9_900)
    #expect(entries.last?.write == 10_100)
    #expect(entries.first?.write == 10_101 - Int64(entries.count))
  }

  @Test func oldEntriesGo() throws {
    let store = try Rows.store(in: directory)
    let day: Int64 = 86_400 * 1_000_000
    try record(100, in: store) { Instant(microseconds: Int64($0) * day) }
    let entries = try all(store)
    #expect(entries.map(\.write) == Array(10...100))
  }

  @Test func aClockSetBackDropsNothing() throws {
    let store = try Rows.store(in: directory)
    let day: Int64 = 86_400 * 1_000_000
    try record(50, in: store) { Instant(microseconds: Int64(1000 - $0 * 20) * day) }
    #expect(try all(store).count == 50)
  }

  @Test func writeNumbersRiseOverReopening() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    try store.write { (transaction) throws(StorageError) in
      try transaction.remove(.genericPassword, id: 1)
      _ = transaction.nextWrite()
    }
    let again = try ItemStore(store.path)
    try Rows.add(to: again, [Rows.row(number: 2, write: 0)])
    #expect(try again.fetch(StorePlan(.genericPassword)).map(\.id) == [3])
  }

  @Test func theIncarnationCanBeRenewed() throws {
    let store = try Rows.store(in: directory)
    #expect(try store.read { (r) throws(StorageError) in try r.identity() } == Rows.identity)
    try store.write { (transaction) throws(StorageError) in
      try transaction.renewIncarnation(Rows.name(5, 5))
    }
    let identity = try ItemStore(store.path).read { (r) throws(StorageError) in
      try r.identity()
    }
    #expect(identity.incarnation == Rows.name(5, 5) && identity.store == Rows.identity.store)
  }

  private func record(
    _ count: Int, in store: ItemStore, at time: @escaping (Int) -> Instant
  ) throws(StorageError) {
    var made = 0
    while made < count {
      try store.write { (transaction) throws(StorageError) in
        for _ in 0..<min(500, count - made) {
          made += 1
          var entry = Rows.entry(Rows.row(number: made, write: transaction.nextWrite()))
          entry.time = time(made)
          try transaction.record(entry, chain: [])
        }
      }
    }
  }

  private func all(_ store: ItemStore) throws(StorageError) -> [HistoryEntry] {
    try store.read { (r) throws(StorageError) in try r.history(after: 0, limit: .max) }
      .map(\.entry)
  }
}
