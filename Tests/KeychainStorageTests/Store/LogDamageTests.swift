// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that a log is refused if SQLite would cut it or take it for empty.
///
/// A torn end is not damage. Nor is a mark that is behind, absent or broken.
@Suite struct LogDamageTests {
  let directory = TemporaryDirectory()

  @Test func damageInWhatWasCommitted() throws {
    let copy = try crashed(commits: 12)
    let log = Files.log(of: copy)
    let frames = (log.count - 32) / 536
    for frame in Array(stride(from: 0, to: frames, by: 5)) + [frames - 1] {
      var bytes = log
      bytes[32 + frame * 536 + 300] ^= 1
      Files.write(bytes, to: copy + "-wal")
      expectDamage(.frame(UInt32(frame + 1)), copy)
      #expect(Files.read(copy + "-wal").elementsEqual(bytes), "nothing was changed")
    }
  }

  @Test func aLogThatWasCut() throws {
    let copy = try crashed(commits: 5)
    let log = Files.log(of: copy)
    for frame in 0..<(log.count - 32) / 536 {
      Files.write(Array(log[..<(32 + frame * 536 + 11)]), to: copy + "-wal")
      expectDamage(.frame(UInt32(frame + 1)), copy)
    }
    Files.write([], to: copy + "-wal")
    expectDamage(.logMissing, copy)
    Files.remove(copy + "-wal")
    expectDamage(.logMissing, copy)
  }

  @Test func aHeadThatWasDestroyed() throws {
    let copy = try crashed(commits: 3)
    let log = Files.log(of: copy)
    let mark = Files.read(copy + "-mark")
    for place in 0..<32 {
      var bytes = log
      bytes[place] ^= 0x40
      Files.write(bytes, to: copy + "-wal")
      expectDamage(.logHeader, copy)
      // The frames show that there was a header, even without a mark.
      Files.remove(copy + "-mark")
      expectDamage(.logHeader, copy)
      Files.write(mark, to: copy + "-mark")
    }
  }

  @Test func theLogOfAnotherTime() throws {
    let copy = try crashed(commits: 3)
    let older = Files.read(copy + "-wal")
    var store: ItemStore? = try ItemStore(copy)
    try store?.checkpoint(truncating: false)
    try store.map { try Rows.add(to: $0, [Rows.row(number: 50, write: 0)]) }
    let files = ["", "-mark"].map { Files.read(copy + $0) }
    store = nil
    Files.write(files[0], to: copy)
    Files.write(files[1], to: copy + "-mark")
    Files.write(older, to: copy + "-wal")
    expectDamage(.logHeader, copy)
  }

  /// Each log draws two random numbers.
  ///
  /// A restart of the log adds one to the first.
  @Test(
    "a log that was begun by restarts since the mark is taken, and one of chance is not",
    arguments: [(1, true), (0xFFFF, true), (0x1_0000, false), (0x4AD7_2073, false)])
  func aLogOfOtherNumbers(_ difference: UInt32, _ isTaken: Bool) throws {
    let copy = try crashed(commits: 3)
    let salt: UInt64 = 0x0807_0605_0403_0201
    let mark = try #require(LogMark(Files.read(copy + "-mark"), store: salt))
    let other = LogSalts(first: mark.salts.first &- difference, second: ~mark.salts.second)
    Files.write(
      LogMark(.inUse, other, frames: mark.frames + 5, store: salt).encoded, to: copy + "-mark")
    guard isTaken else { return expectDamage(.logHeader, copy) }
    #expect(try rows(copy) == 3)
  }

  @Test func withoutAMark() throws {
    let copy = try crashed(commits: 12)
    let log = Files.log(of: copy)
    for mark in [nil, [UInt8](repeating: 0, count: 64), Files.read(copy + "-mark") + [1]] {
      mark.map { Files.write($0, to: copy + "-mark") } ?? Files.remove(copy + "-mark")
      Files.write(Array(log.dropLast(3)), to: copy + "-wal")
      #expect(try rows(copy) == 11)
      var bytes = log
      bytes[32 + 536 * 4 + 100] ^= 1
      Files.write(bytes, to: copy + "-wal")
      expectDamage(.frame(5), copy)
    }
  }

  /// A block of zeros does not end the log if consecutive commits follow it.
  @Test func aHoleWithoutAMark() throws {
    let copy = try crashed(commits: 12)
    let log = Files.log(of: copy)
    Files.remove(copy + "-mark")
    let start = 4_096 * 2
    var bytes = log
    for place in start..<start + 4_096 { bytes[place] = 0 }
    Files.write(bytes, to: copy + "-wal")
    expectDamage(.frame(UInt32((start - 32) / 536 + 1)), copy)
  }

  /// After a power failure the mark may be any older one.
  @Test func aMarkThatIsBehind() throws {
    let store = try Rows.store(in: directory)
    var marks = [[UInt8](repeating: 0, count: 0)]
    for number in 0..<5 {
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
      marks.append(Files.read(store.path + "-mark"))
    }
    try store.checkpoint(truncating: true)
    marks = [Files.read(store.path + "-mark")]
    for number in 5..<9 {
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
      marks.append(Files.read(store.path + "-mark"))
    }
    for mark in marks {
      let copy = copied(store.path)
      Files.write(mark, to: copy + "-mark")
      #expect(try rows(copy) == 9)
    }
  }

  /// A header may be torn while a new log replaces the old one.
  ///
  /// Then nothing is lost.
  @Test func aRestartThatWasTorn() throws {
    for kept in [0, 8, 16, 20, 31] {
      let isTearing = Lock(false)
      var options = StoreOptions()
      options.gate = { operation in
        guard isTearing.withLock({ $0 }), operation.file == .log, case .write = operation.act
        else { return nil }
        return .torn(after: kept)
      }
      let path = directory.file("torn\(kept).db")
      try ItemStore.create(path, Rows.identity, historyHead: [0], options: options)
      let store = try ItemStore(path, options: options)
      for number in 0..<3 { try Rows.add(to: store, [Rows.row(number: number, write: 0)]) }
      try store.checkpoint(truncating: false)
      isTearing.withLock { $0 = true }
      #expect(throws: StorageError.self) {
        try Rows.add(to: store, [Rows.row(number: 3, write: 0)])
      }
      #expect(try rows(copied(path)) == 3, "after \(kept) bytes")
    }
  }

  private func expectDamage(_ place: Damage.Place, _ path: String) {
    #expect(throws: StorageError.damaged(Damage(path: path + "-wal", place: place))) {
      _ = try ItemStore(path)
    }
  }

  private func rows(_ path: String) throws -> Int {
    try ItemStore(path).fetch(StorePlan(.genericPassword, contents: [])).count
  }

  /// Makes the files of a store whose process died after this many commits, and returns their path.
  private func crashed(commits: Int) throws -> String {
    let store = try Rows.store(in: directory)
    for number in 0..<commits {
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
    }
    return copied(store.path)
  }

  private func copied(_ path: String) -> String {
    let copy = directory.file("copy.db")
    for end in ["", "-wal", "-mark"] { Files.write(Files.read(path + end), to: copy + end) }
    return copy
  }
}
