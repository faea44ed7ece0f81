// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that the frames of a commit are written to the log together, and never too late or without
/// need.
@Suite struct LogGatheringTests {
  let directory = TemporaryDirectory()

  /// Records writes to the log by offset and length, and can make them fail.
  final class Disk: Sendable {
    let writes = Lock<[(offset: Int64, count: Int)]>([])
    /// The number of the first write that fails, counted from 1 since the last `forget`.
    let refused = Lock(Int.max)

    func forget() { writes.withLock { $0 = [] } }

    var options: StoreOptions {
      var options = StoreOptions()
      options.gate = { [self] operation in
        guard operation.file == .log, case .write(let offset, let count) = operation.act else {
          return nil
        }
        let number = writes.withLock { writes in
          writes.append((offset, count))
          return writes.count
        }
        return refused.withLock { $0 } <= number ? .torn(after: count / 2) : nil
      }
      return options
    }
  }

  private func rows(_ numbers: Range<Int>) -> [SealedRow] {
    numbers.map { Rows.row(number: $0, write: 0) }
  }

  private func count(_ store: ItemStore) throws -> Int {
    try store.fetch(StorePlan(.genericPassword)).count
  }

  @Test func aCommitIsOneWrite() throws {
    let disk = Disk()
    let store = try Rows.store(in: directory, options: disk.options)
    try Rows.add(to: store, rows(0..<1))
    var end = try #require(disk.writes.withLock { $0 }.map { $0.offset + Int64($0.count) }.max())
    for number in 1..<5 {
      disk.forget()
      let length = Files.size(store.path + "-wal")
      try Rows.add(to: store, rows(number..<number + 1))
      var writes = disk.writes.withLock { $0 }
      #expect(writes[0].offset == end)
      end += Int64(writes.removeFirst().count)
      // When a commit makes the log longer, zeros are appended in advance.
      #expect(writes.count == (end > length && length >= 4096 ? 1 : 0))
      // Another connection finds the row.
      #expect(try count(ItemStore(store.path)) == number + 1)
    }
  }

  @Test func aLongCommitGoesInPieces() throws {
    let disk = Disk()
    let store = try Rows.store(in: directory, options: disk.options)
    try Rows.add(to: store, rows(0..<1))
    disk.forget()
    try Rows.add(to: store, rows(1..<400))
    let writes = disk.writes.withLock { $0 }
    #expect(writes.count > 2 && writes.allSatisfy { $0.count <= 128 * 1024 })
    #expect(zip(writes, writes.dropFirst()).allSatisfy { $0.offset + Int64($0.count) == $1.offset })
    #expect(try count(ItemStore(store.path)) == 400)
  }

  /// Syncing a file that has grown takes twice the time of another sync, so the log grows in
  /// advance.
  @Test func theLogGrowsAhead() throws {
    let disk = Disk()
    let store = try Rows.store(in: directory, options: disk.options)
    var lengths: [Int] = []
    for number in 0..<200 {
      try Rows.add(to: store, rows(number..<number + 1))
      lengths.append(Files.size(store.path + "-wal"))
    }
    let growths = zip(lengths, lengths.dropFirst()).filter { $0 != $1 }
    #expect(growths.count < 40 && growths.allSatisfy { $1 - $0 <= 64 * 1024 + 16 * 1024 })
    let commits = disk.writes.withLock { $0 }.reduce(0) { $0 + $1.count }
    #expect(commits <= 2 * (lengths[199] + 64 * 1024))
    // A restarted log is long enough.
    try store.checkpoint(truncating: false)
    for number in 200..<300 { try Rows.add(to: store, rows(number..<number + 1)) }
    #expect(Files.size(store.path + "-wal") == lengths[199])
    #expect(try count(ItemStore(store.path)) == 300)
  }

  /// Zeros never go where another connection has written, and a cut log grows again.
  @Test func connectionsGrowItInTurns() throws {
    let one = try Rows.store(in: directory)
    let other = try ItemStore(one.path)
    var added = 0
    for round in 0..<60 {
      let store = round % 3 == 0 ? one : other
      let few = round % 7 == 0 ? 20 : 1
      try Rows.add(to: store, rows(added..<added + few))
      added += few
      #expect(try count(ItemStore(one.path)) == added)
      if round == 40 { try one.checkpoint(truncating: true) }
    }
    #expect(try count(one) == added && count(other) == added)
  }

  /// If there is only room for the commit, it still succeeds.
  @Test func aLogThatCannotGrowAheadIsNoFailure() throws {
    let refused = Lock(0)
    var options = StoreOptions()
    let end = Lock<Int64>(0)
    options.gate = { operation in
      guard operation.file == .log, case .write(let offset, _) = operation.act else { return nil }
      // A write of zeros only is the growth in advance.
      guard operation.bytes.allSatisfy({ $0 == 0 }) else { return nil }
      end.withLock { $0 = max($0, offset) }
      refused.withLock { $0 += 1 }
      return .full
    }
    let store = try Rows.store(in: directory, options: options)
    for number in 0..<20 { try Rows.add(to: store, rows(number..<number + 1)) }
    #expect(refused.withLock { $0 } > 10)
    #expect(Files.size(store.path + "-wal") == Int(end.withLock { $0 }))
    #expect(try count(ItemStore(store.path)) == 20)
  }

  /// Frames gathered for a failed commit must not be written later over another writer's frames.
  @Test(arguments: [1, 2, 3])
  func aFailedCommitLeavesNothing(at number: Int) throws {
    let disk = Disk()
    let store = try Rows.store(in: directory, options: disk.options)
    try Rows.add(to: store, rows(0..<1))
    disk.forget()
    disk.refused.withLock { $0 = number }
    #expect(throws: StorageError.self) { try Rows.add(to: store, rows(1..<400)) }
    disk.refused.withLock { $0 = .max }
    let other = try ItemStore(store.path)
    try Rows.add(to: other, rows(500..<800))
    #expect(try count(store) == 301)
    try Rows.add(to: store, rows(1..<3))
    try store.checkpoint(truncating: true)
    #expect(try count(ItemStore(store.path)) == 303 && count(other) == 303)
  }
}
