// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests of a crash at any write, sync or truncation: acknowledged rows are there, and no row is
/// half there.
@Suite struct CrashTests {
  /// The way in which the disk dies: at once, in the middle of a write, or by being full.
  enum Death: CaseIterable, Sendable { case clean, torn, full }

  @Test(arguments: Death.allCases)
  func atEveryOperation(_ death: Death) throws {
    let directory = TemporaryDirectory()
    var survived = 0
    let model = directory.file("model.db")
    try ItemStore.create(model, Rows.identity, historyHead: [0])
    let empty = Files.read(model)
    for fault in stride(from: death == .torn ? 1 : 0, to: 160, by: 2) {
      let path = directory.file("\(death)\(fault).db")
      Files.write(empty, to: path)
      let calls = Counter()
      var options = StoreOptions()
      options.gate = { operation in
        switch operation.act {
        case .read, .look, .take, .open(creates: false): return nil
        case .open, .write, .sync, .truncate, .delete, .rename, .link: break
        }
        let call = calls.next()
        if call < fault { return nil }
        if call > fault { return .failure }
        guard case .write(_, let count) = operation.act else { return .failure }
        return death == .torn ? .torn(after: count / 2) : death == .full ? .full : .failure
      }
      let promised = Self.work(path, options)
      survived += promised
      // The disk is dead, so these files are all that is left.
      let copy = directory.file("copy\(fault).db")
      Files.write(Files.read(path), to: copy)
      Files.write(Files.read(path + "-wal"), to: copy + "-wal")
      Files.write(Files.read(path + "-mark"), to: copy + "-mark")
      let store = try ItemStore(copy)
      let rows = try store.fetch(StorePlan(.genericPassword))
      let (findings, last, entries) = try store.read { (reader) throws(StorageError) in
        (
          try reader.structuralFindings(), try reader.lastWrite(),
          try reader.history(after: 0, limit: 100).map(\.entry.write)
        )
      }
      #expect(rows.count == promised || rows.count == promised + 1, "fault \(fault)")
      #expect(rows.map(\.facts.write) == (0..<rows.count).map { Int64($0) + 1 })
      #expect(last == Int64(rows.count) && entries == rows.map(\.facts.write))
      #expect(rows.allSatisfy { $0.secret?.count == 150 && !$0.isMalformed })
      #expect(findings.isEmpty)
    }
    #expect(survived > 50)
  }

  /// Adds rows until the disk dies, and returns the number of acknowledged rows.
  private static func work(_ path: String, _ options: StoreOptions) -> Int {
    var promised = 0
    do {
      let store = try ItemStore(path, options: options)
      for number in 0..<6 {
        try Rows.add(to: store, [Rows.row(number: number, write: 0)])
        promised += 1
        if number == 3 { try store.checkpoint(truncating: true) }
      }
    } catch {}
    return promised
  }

  @Test func aFailedSyncIsNotASuccess() throws {
    let directory = TemporaryDirectory()
    let isFailing = Lock(false)
    var options = StoreOptions()
    options.gate = { operation in
      isFailing.withLock { $0 } && operation.act == .sync && operation.file == .log
        ? .failure : nil
    }
    let store = try Rows.store(in: directory, options: options)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    isFailing.withLock { $0 = true }
    #expect(throws: StorageError.self) { try Rows.add(to: store, [Rows.row(number: 2, write: 0)]) }
    isFailing.withLock { $0 = false }
    try Rows.add(to: store, [Rows.row(number: 3, write: 0)])
    let rows = try store.fetch(StorePlan(.genericPassword))
    #expect(rows.map(\.facts.write) == [1, 2])
  }

  /// Tests that every commit is synced before it is acknowledged.
  @Test func everyCommitIsSynced() throws {
    let directory = TemporaryDirectory()
    let syncs = Counter()
    var options = StoreOptions()
    options.gate = { operation in
      if operation.act == .sync && operation.file == .log { _ = syncs.next() }
      return nil
    }
    let store = try Rows.store(in: directory, options: options)
    try Rows.add(to: store, [Rows.row(number: 0, write: 0)])
    for number in 1...5 {
      let before = syncs.value
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
      #expect(syncs.value == before + 1)
    }
  }
}
