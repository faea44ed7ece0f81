// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// The frames of a commit reach the log together, and none of them too late or in vain.
@Suite struct LogGatheringTests {
  let directory = TemporaryDirectory()

  /// Writes of the log by offset and length; one of them can be made to fail.
  final class Disk: Sendable {
    let writes = Lock<[(offset: Int64, count: Int)]>([])
    /// Refuses all from the write of this number on, counted from 1 since the last `forget`.
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
    for number in 1..<5 {
      disk.forget()
      let before = Files.size(store.path + "-wal")
      try Rows.add(to: store, rows(number..<number + 1))
      let writes = disk.writes.withLock { $0 }
      #expect(writes.count == 1 && writes[0].offset == Int64(before))
      #expect(writes.reduce(before) { $0 + $1.count } == Files.size(store.path + "-wal"))
      // Another connection finds it there.
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
    #expect(writes.count > 2 && writes.allSatisfy { $0.count <= 64 * 1024 })
    #expect(zip(writes, writes.dropFirst()).allSatisfy { $0.offset + Int64($0.count) == $1.offset })
    #expect(try count(ItemStore(store.path)) == 400)
  }

  /// What was gathered for a commit that failed must not be written later, over what others wrote.
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
