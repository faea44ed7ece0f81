// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests that writers of one process share commits, and that the failure of one does not affect the
/// others.
@Suite struct GroupCommitTests {
  let directory = TemporaryDirectory()

  /// The outcome of one writer, and the number of syncs of the log by then.
  struct Answer: Sendable {
    let number: Int
    let error: StorageError?
    let syncs: Int
  }

  /// Counts syncs of the log, and can make them fail.
  final class Disk: Sendable {
    let syncs = Counter()
    let isFailing = Lock(false)
    /// A body that runs before the first write into the database file.
    let beforeCopy = Lock<(@Sendable () -> Void)?>(nil)
    let joiningLimit: Int

    init(joiningLimit: Int = 300_000) { self.joiningLimit = joiningLimit }

    var options: StoreOptions {
      var options = StoreOptions()
      options.joiningLimit = joiningLimit
      options.busyLimit = 300_000
      options.gate = { [self] operation in
        if operation.file == .database, case .write = operation.act {
          beforeCopy.withLock { body in
            defer { body = nil }
            return body
          }?()
        }
        guard operation.file == .log, operation.act == .sync else { return nil }
        _ = syncs.next()
        return isFailing.withLock { $0 } ? .failure : nil
      }
      return options
    }
  }

  /// Runs writers.
  ///
  /// Writer 0 leads, and keeps its transaction open until the others wait behind it.
  private func answers(
    _ count: Int, _ store: ItemStore, _ disk: Disk, refusesFirst: Bool = false,
    preparing prepare: @escaping @Sendable (Int, Int64) -> Void = { _, _ in },
    _ body: @escaping @Sendable (Int, WriteTransaction) throws(StorageError) -> Void
  ) -> [Answer] {
    let answers = Lock<[Answer]>([])
    let isLed = Counter()
    Threads.run(count: count) { number in
      if number > 0 { #expect(Patience.wait { isLed.value > 0 }) }
      var failure: StorageError?
      do throws(StorageError) {
        let preparing = { @Sendable (write: Int64) in prepare(number, write) }
        try store.write(preparing: preparing, refusesFirst: refusesFirst) {
          (transaction) throws(StorageError) in
          // A transaction that was undone runs again, together with the others.
          if number == 0, isLed.value == 0 {
            _ = isLed.next()
            #expect(Patience.wait { store.testOnlyReadyWriters == count - 1 })
          }
          try body(number, transaction)
        }
      } catch { failure = error }
      let answer = Answer(number: number, error: failure, syncs: disk.syncs.value)
      answers.withLock { $0.append(answer) }
    }
    return answers.withLock { $0 }.sorted { $0.number < $1.number }
  }

  private static func add(_ number: Int, slot: Int? = nil, _ transaction: WriteTransaction)
    throws(StorageError)
  {
    var row = Rows.row(number: number, write: transaction.nextWrite(), secret: 2_000)
    if let slot { row.facts.slot = Rows.name(3, slot) }
    try transaction.insert(row)
    try transaction.record(Rows.entry(row), chain: [1])
  }

  private func store(_ disk: Disk) throws -> ItemStore {
    let store = try Rows.store(in: directory, options: disk.options)
    try Rows.add(to: store, [Rows.row(number: 100, write: 0, secret: 2_000)])
    return store
  }

  private func slots(_ store: ItemStore) throws -> Set<Identifier16> {
    Set(try store.fetch(StorePlan(.genericPassword, contents: [])).map(\.facts.slot))
  }

  @Test func manyShareOneSync() throws {
    let disk = Disk()
    let store = try store(disk)
    let before = disk.syncs.value
    let answers = answers(6, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, transaction)
    }
    #expect(answers.allSatisfy { $0.error == nil && $0.syncs > before })
    #expect(disk.syncs.value == before + 1)
    let rows = try store.fetch(StorePlan(.genericPassword))
    #expect(rows.map(\.facts.write) == Array(1...7))
    #expect(try store.read { (r) throws(StorageError) in try r.lastWrite() } == 7)
  }

  /// Copying a long log takes milliseconds, in which writers can prepare their next changes.
  @Test func allAreAnsweredBeforeTheLogIsCopied() throws {
    let disk = Disk()
    let store = try store(disk)
    let answered = Counter()
    let others = Lock<Bool?>(nil)
    disk.beforeCopy.withLock { body in
      body = { others.withLock { $0 = Patience.wait { answered.value == 3 } } }
    }
    let isLed = Counter()
    Threads.run(count: 4) { number in
      if number > 0 { #expect(Patience.wait { isLed.value > 0 }) }
      try? store.write { (transaction) throws(StorageError) in
        if number == 0 {
          _ = isLed.next()
          #expect(Patience.wait { store.testOnlyReadyWriters == 3 })
        }
        // Together the rows take more pages than a log keeps.
        let write = transaction.nextWrite()
        try transaction.insert(Rows.row(number: number, write: write, secret: 700_000))
      }
      if number > 0 { _ = answered.next() }
    }
    #expect(others.withLock { $0 } == true, "the log was copied, and the others had their answers")
    #expect(try slots(store) == Set([100, 0, 1, 2, 3].map { Rows.name(3, $0) }))
  }

  /// Changes to a file without a name would be lost with the process.
  @Test(arguments: [1, 5])
  func aStoreThatWasMovedAwayIsNotWrittenTo(writers: Int) throws {
    let disk = Disk()
    let store = try store(disk)
    let path = directory.path + "/store.db"
    let answers = answers(writers, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, transaction)
      // The leader holds the lock, and the others wait behind it.
      if number == 0, writers > 1 { #expect(unsafe rename(path, path + ".gone") == 0) }
    }
    guard writers > 1 else { return #expect(answers.map(\.error) == [nil]) }
    #expect(
      answers.allSatisfy { answer in
        if case .refused(let refusal)? = answer.error { refusal.reason == .replaced } else { false }
      }, "\(answers)")
  }

  @Test func aRefusalUndoesItsPartAndWaits() throws {
    let disk = Disk()
    let store = try store(disk)
    let before = disk.syncs.value
    let answers = answers(5, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, transaction)
      // A second row for the slot of writer 0, after a row that must be undone.
      if number == 3 { try Self.add(33, slot: 0, transaction) }
    }
    #expect(answers.map(\.error) == [nil, nil, nil, .duplicate(.slot), nil])
    #expect(answers.allSatisfy { $0.syncs == before + 1 })
    #expect(try slots(store) == Set([100, 0, 1, 2, 4].map { Rows.name(3, $0) }))
    let writes = try store.fetch(StorePlan(.genericPassword)).map(\.facts.write)
    #expect(writes == Array(1...5), "what was undone has given its numbers back")
    let entries = try store.read { (r) throws(StorageError) in
      try r.history(after: 0, limit: 100).map(\.entry.write)
    }
    #expect(entries == Array(1...5))
  }

  /// These writers have no savepoint.
  ///
  /// A refused writer without changes leaves nothing to undo.
  ///
  /// After a refused writer with changes, all writers run again by themselves.
  @Test(arguments: [false, true])
  func aWriterThatRefusesFirst(changes: Bool) throws {
    let disk = Disk()
    let store = try store(disk)
    let before = disk.syncs.value
    let answers = answers(5, store, disk, refusesFirst: true) {
      (number, transaction) throws(StorageError) in
      if number == 3, !changes {
        _ = transaction.nextWrite()
        throw .duplicate(.slot)
      }
      try Self.add(number, transaction)
      if number == 3 { try Self.add(33, slot: 0, transaction) }
    }
    #expect(answers.map(\.error) == [nil, nil, nil, .duplicate(.slot), nil])
    // After changes the writers behind writer 3 do not share its commit.
    #expect((changes ? 2...4 : 1...1).contains(disk.syncs.value - before))
    #expect(try slots(store) == Set([100, 0, 1, 2, 4].map { Rows.name(3, $0) }))
    let writes = try store.fetch(StorePlan(.genericPassword)).map(\.facts.write)
    #expect(writes == Array(1...5))
    let entries = try store.read { (r) throws(StorageError) in
      try r.history(after: 0, limit: 100).map(\.entry.write)
    }
    #expect(entries == Array(1...5))
  }

  /// A taken slot is found before anything is changed.
  @Test func aTakenSlotIsNoChange() throws {
    let disk = Disk()
    let store = try store(disk)
    let before = disk.syncs.value
    let answers = answers(5, store, disk, refusesFirst: true) {
      (number, transaction) throws(StorageError) in
      guard number == 3 else { return try Self.add(number, transaction) }
      var row = Rows.row(number: number, write: transaction.lastWrite + 1, secret: 2_000)
      row.facts.slot = Rows.name(3, 100)
      guard try transaction.insertIfFree(row) else { throw .duplicate(.slot) }
    }
    #expect(answers.map(\.error) == [nil, nil, nil, .duplicate(.slot), nil])
    #expect(disk.syncs.value == before + 1, "nobody had to run again")
    #expect(try slots(store) == Set([100, 0, 1, 2, 4].map { Rows.name(3, $0) }))
    #expect(try store.fetch(StorePlan(.genericPassword)).map(\.facts.write) == Array(1...5))
  }

  /// A waiting writer is told its write number, which is right unless others are refused.
  @Test(arguments: [false, true])
  func writersAreToldTheirNumber(refusing: Bool) throws {
    let disk = Disk()
    let store = try store(disk)
    let told = Lock<[Int: Int64]>([:])
    let given = Lock<[Int: Int64]>([:])
    let answers = answers(
      6, store, disk, preparing: { number, write in told.withLock { $0[number] = write } }
    ) { (number, transaction) throws(StorageError) in
      let next = transaction.lastWrite + 1
      given.withLock { $0[number] = next }
      try Self.add(number, slot: refusing && next == 4 ? 0 : number, transaction)
    }
    let (promised, taken) = (told.withLock { $0 }, given.withLock { $0 })
    #expect(Set(promised.keys) == Set(1...5), "the first one has nothing to wait for")
    #expect(Set(promised.values) == Set(3...7))
    let kept = promised.filter { taken[$0.key] == $0.value }
    // A refused writer gives its number back, so later writers were told a number that is one too
    // high.
    #expect(kept.count == (refusing ? 2 : 5))
    #expect(answers.count { $0.error != nil } == (refusing ? 4 : 0))
    // The next group counts from the last write in the store.
    told.withLock { $0 = [:] }
    _ = self.answers(
      6, store, disk, preparing: { number, write in told.withLock { $0[number] = write } }
    ) { (number, transaction) throws(StorageError) in
      let next = transaction.lastWrite + 1
      given.withLock { $0[number] = next }
      try Self.add(number + 200, transaction)
    }
    let (again, got) = (told.withLock { $0 }, given.withLock { $0 })
    #expect(again.count == 5 && again.allSatisfy { got[$0.key] == $0.value })
  }

  @Test func aFailedCommitFailsAll() throws {
    let disk = Disk()
    let store = try store(disk)
    disk.isFailing.withLock { $0 = true }
    let answers = answers(4, store, disk) { (number, transaction) throws(StorageError) in
      // Writer 2 is refused because of the row of writer 0, which will be undone too.
      try Self.add(number, slot: number == 2 ? 0 : number, transaction)
    }
    disk.isFailing.withLock { $0 = false }
    for answer in answers {
      guard case .inputOutput = answer.error else {
        Issue.record("writer \(answer.number) was told \(String(describing: answer.error))")
        continue
      }
    }
    #expect(try slots(store) == [Rows.name(3, 100)])
    try Rows.add(to: store, [Rows.row(number: 0, write: 0)])
    #expect(try slots(store).count == 2)
  }

  @Test func theFirstOnesRefusalIsItsOwn() throws {
    let disk = Disk()
    let store = try store(disk)
    let answers = answers(4, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, slot: number == 0 ? 100 : number, transaction)
    }
    #expect(answers.map(\.error) == [.duplicate(.slot), nil, nil, nil])
    #expect(try slots(store) == Set([100, 1, 2, 3].map { Rows.name(3, $0) }))
  }

  @Test func whatUndoesTheTransactionIsNobodyElses() throws {
    do {
      let store = try store(Disk())
      try store.checkpoint(truncating: true)
    }
    // A byte in the secret of the only row, which only writer 2 reads.
    let path = directory.file("store.db")
    var bytes = Files.read(path)
    let place = try #require(bytes.indices.last { bytes[$0] == 0xBB })
    bytes[place] ^= 1
    Files.write(bytes, to: path)
    let disk = Disk()
    let store = try ItemStore(path, options: disk.options)
    let answers = answers(4, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, transaction)
      if number == 2 {
        _ = try transaction.row(inSlot: Rows.name(3, 100), of: .genericPassword)
      }
    }
    guard case .damaged = answers[2].error else {
      Issue.record("writer 2 was told \(String(describing: answers[2].error))")
      return
    }
    #expect([0, 1, 3].allSatisfy { answers[$0].error == nil })
    #expect(try slots(store) == Set([100, 0, 1, 3].map { Rows.name(3, $0) }))
  }

  @Test func aGroupIsBounded() throws {
    let disk = Disk(joiningLimit: 60)
    let store = try store(disk)
    let before = disk.syncs.value
    let answers = answers(100, store, disk) { (number, transaction) throws(StorageError) in
      try Self.add(number, slot: number == 99 ? 1_000 : number, transaction)
      // Together longer than a transaction may stay open. Only the leader exceeds the limit.
      if number > 0 { Patience.pause(.milliseconds(1)) }
    }
    #expect(answers.allSatisfy { $0.error == nil })
    #expect(disk.syncs.value > before + 1)
    #expect(try slots(store).count == 101)
  }
}
