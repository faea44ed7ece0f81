// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that the mark follows the log: it is never ahead, and goes back before the log does.
@Suite struct LogMarkTests {
  let directory = TemporaryDirectory()
  private static let salt: UInt64 = 0x0807_0605_0403_0201

  @Test func everyByteCounts() throws {
    let mark = LogMark(.inUse, LogSalts(first: 1, second: 0x8765_4321), frames: 7, store: 5)
    let bytes = mark.encoded
    #expect(bytes.count == LogMark.size && LogMark(bytes, store: 5) == mark)
    #expect(LogMark(bytes, store: 6) == nil && LogMark(bytes + [0], store: 5) == nil)
    for place in bytes.indices {
      var broken = bytes
      broken[place] ^= 0x10
      #expect(LogMark(broken, store: 5) == nil, "byte \(place)")
    }
    let sum = bytes[48...].map { String($0, radix: 16) }.joined(separator: " ")
    #expect(sum == "b8 d5 28 f1 ac bf f 74 16 c5 b3 24 c0 b1 d9 41", "the vector of store.md")
  }

  @Test func aCommitMovesIt() throws {
    let (store, acts) = try watched()
    for number in 0..<4 {
      acts.withLock { $0 = [] }
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
      let mark = try #require(self.mark(of: store))
      let log = Files.log(of: store.path)
      #expect(mark.state == .inUse && Int(mark.frames) == (log.count - 32) / 536)
      #expect(Self.salts(log) == mark.salts)
      // The mark costs one write after the log's sync, and no sync of its own.
      #expect(acts.withLock { $0 }.suffix(2) == ["log sync", "mark write"])
      #expect(!acts.withLock { $0 }.contains("mark sync"))
    }
  }

  /// A mark that was opened only for reading, and then replaced by a pipe, is opened anew.
  ///
  /// The next change does so, however old the connection is.
  @Test func aKeptReaderIsNoWriter() throws {
    let path = directory.file("store.db")
    do {
      let store = try Rows.store(in: directory)
      try Rows.add(to: store, [Rows.row(number: 0, write: 0)])
    }
    let mark = path + "-mark"
    let (asked, isHostile) = (Counter(), Lock(false))
    var options = StoreOptions()
    options.gate = { operation in
      guard operation.file == .mark, case .open(let creates) = operation.act else { return nil }
      // The mark is opened for writing first, then for reading.
      guard creates else { return asked.next() % 2 == 0 ? .refused(errno: EACCES) : nil }
      if isHostile.withLock({ $0 }) {
        Files.remove(mark)
        unsafe mkfifo(mark, 0o600)
      }
      return nil
    }
    let store = try ItemStore(path, options: options)
    isHostile.withLock { $0 = true }
    // This add may be refused or go on without a mark.
    _ = try? Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    isHostile.withLock { $0 = false }
    Files.remove(mark)
    try Rows.add(to: store, [Rows.row(number: 2, write: 0)])
    #expect(self.mark(of: store)?.state == .inUse)
    #expect(asked.value > 1)
  }

  @Test func aRestartTakesItBackFirst() throws {
    let (store, acts) = try watched()
    try Rows.add(to: store, [Rows.row(number: 0, write: 0)])
    let before = try #require(self.mark(of: store))
    try store.checkpoint(truncating: false)
    #expect(mark(of: store) == before)
    acts.withLock { $0 = [] }
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    #expect(acts.withLock { $0 }.prefix(3) == ["mark write", "mark sync", "log write"])
    let after = try #require(self.mark(of: store))
    #expect(after.salts.first == before.salts.first + 1 && after.state == .inUse)
    #expect(Self.salts(Files.read(store.path + "-wal")) == after.salts)
  }

  @Test func cuttingAndDeletingTakeItBackFirst() throws {
    var (store, acts): (ItemStore?, Lock<[String]>) = try watched()
    let path = try #require(store?.path)
    try store.map { try Rows.add(to: $0, [Rows.row(number: 0, write: 0)]) }
    acts.withLock { $0 = [] }
    try store?.checkpoint(truncating: true)
    #expect(acts.withLock { $0 }.suffix(3) == ["mark write", "mark sync", "log truncate"])
    #expect(mark(at: path)?.state == LogMark.State.none && Files.size(path + "-wal") == 0)
    try store.map { try Rows.add(to: $0, [Rows.row(number: 1, write: 0)]) }
    #expect(mark(at: path)?.state == .inUse)
    store = nil
    #expect(mark(at: path)?.state == LogMark.State.none && !Files.exists(path + "-wal"))
    acts.withLock { $0 = [] }
    _ = try ItemStore(path).fetch(StorePlan(.genericPassword))
    #expect(acts.withLock { $0 }.isEmpty, "readers leave it alone")
  }

  /// If the mark cannot go back, the log stays.
  ///
  /// If it cannot advance, it stays behind.
  @Test func aFailingMark() throws {
    let isFailing = Lock(false)
    var options = StoreOptions()
    options.gate = { operation in
      guard isFailing.withLock({ $0 }), operation.file == .mark else { return nil }
      switch operation.act {
      case .write, .sync: return .failure
      case .open, .read, .truncate, .delete, .rename, .link, .take, .look: return nil
      }
    }
    var store: ItemStore? = try Rows.store(in: directory, options: options)
    let path = try #require(store?.path)
    let add = { (number: Int) in
      try store.map { try Rows.add(to: $0, [Rows.row(number: number, write: 0)]) }
    }
    try add(0)
    isFailing.withLock { $0 = true }
    try add(1)
    try store?.checkpoint(truncating: false)
    #expect(throws: StorageError.self) { try add(2) }
    isFailing.withLock { $0 = false }
    try add(2)
    isFailing.withLock { $0 = true }
    #expect(throws: StorageError.self) { try store?.checkpoint(truncating: true) }
    store = nil
    #expect(Files.size(path + "-wal") > 0)
    isFailing.withLock { $0 = false }
    #expect(try ItemStore(path).fetch(StorePlan(.genericPassword)).count == 3)
  }

  /// A commit that was synced but failed is overwritten.
  ///
  /// The mark goes back first.
  @Test func aMarkAheadIsLowered() throws {
    let (store, acts) = try watched()
    try Rows.add(to: store, [Rows.row(number: 0, write: 0)])
    let true0 = try #require(self.mark(of: store))
    var ahead = true0
    ahead.frames += 9
    Files.overwrite(store.path + "-mark", ahead.encoded)
    acts.withLock { $0 = [] }
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    #expect(acts.withLock { $0 }.prefix(3) == ["mark write", "mark sync", "log write"])
    let log = Files.log(of: store.path)
    #expect(mark(of: store).map { Int($0.frames) } == (log.count - 32) / 536)
  }

  private func watched() throws -> (ItemStore, Lock<[String]>) {
    let acts = Lock<[String]>([])
    var options = StoreOptions()
    options.gate = { operation in
      let name: String? =
        switch operation.act {
        case .write: "write"
        case .sync: "sync"
        case .truncate: "truncate"
        case .open, .read, .delete, .rename, .link, .take, .look: nil
        }
      guard let name else { return nil }
      acts.withLock { $0.append("\(operation.file) \(name)") }
      return nil
    }
    return (try Rows.store(in: directory, options: options), acts)
  }

  private func mark(of store: ItemStore) -> LogMark? { mark(at: store.path) }

  private func mark(at path: String) -> LogMark? {
    LogMark(Files.read(path + "-mark"), store: Self.salt)
  }

  private static func salts(_ log: [UInt8]) -> LogSalts {
    let number = { (place: Int) in
      log[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return LogSalts(first: number(16), second: number(20))
  }
}
