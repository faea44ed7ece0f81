// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of threads, stores and processes that share one file.
@Suite struct ConcurrencyTests {
  let directory = TemporaryDirectory()

  @Test func manyThreadsAndTwoStoresWrite() throws {
    let first = try Rows.store(in: directory)
    let second = try ItemStore(first.path)
    let failures = Counter()
    Threads.run(count: 8) { thread in
      for step in 0..<25 {
        let store = (thread + step) % 2 == 0 ? first : second
        do {
          try Rows.add(to: store, [Rows.row(number: thread * 1000 + step, write: 0)])
          let rows = try store.fetch(
            StorePlan(.genericPassword, groups: [Rows.group(0)], contents: []))
          guard rows.map(\.id) == rows.map(\.id).sorted(), !rows.isEmpty else {
            _ = failures.next()
            return
          }
        } catch { _ = failures.next() }
      }
    }
    #expect(failures.value == 0)
    let rows = try first.fetch(StorePlan(.genericPassword, contents: []))
    #expect(rows.map(\.facts.write) == Array(1...200))
    let entries = try second.read { (r) throws(StorageError) in
      try r.history(after: 0, limit: 1000)
    }
    #expect(entries.map(\.entry.write) == Array(1...200))
    #expect(try first.read { (r) throws(StorageError) in try r.structuralFindings() }.isEmpty)
  }

  @Test func aSlotIsTakenOnce() throws {
    let store = try Rows.store(in: directory)
    let added = Counter()
    let refused = Counter()
    Threads.run(count: 8) { thread in
      var row = Rows.row(number: thread, write: 0)
      row.facts.slot = Rows.name(3, 0)
      do throws(StorageError) {
        try Rows.add(to: store, [row])
        _ = added.next()
      } catch { if error == .duplicate(.slot) { _ = refused.next() } }
    }
    #expect(added.value == 1 && refused.value == 7)
  }

  @Test func aReaderSeesOneState() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    let counts = try store.read { (reader) throws(StorageError) -> (Int, Int) in
      let before = try reader.count(.genericPassword)
      try Rows.add(to: store, [Rows.row(number: 2, write: 0)])
      return (before, try reader.count(.genericPassword))
    }
    #expect(counts == (1, 1))
    #expect(try store.fetch(StorePlan(.genericPassword)).count == 2)
  }

  @Test func waitingEndsAtTheLimit() throws {
    var options = StoreOptions()
    options.busyLimit = 50
    let store = try Rows.store(in: directory, options: options)
    let other = try ItemStore(store.path, options: options)
    try store.write { (_) throws(StorageError) in
      // One waits with another connection, the other for another thread on its own connection.
      for waiting in [other, store] {
        Threads.run(count: 1) { _ in
          #expect(throws: StorageError.busy) {
            try Rows.add(to: waiting, [Rows.row(number: 1, write: 0)])
          }
        }
      }
    }
    try Rows.add(to: other, [Rows.row(number: 1, write: 0)])
  }

  @Test func anotherProcessWritesToo() async throws {
    let store = try Rows.store(in: directory)
    let path = store.path
    try Rows.add(to: store, (0..<10).map { Rows.row(number: $0, write: 0) })
    await #expect(processExitsWith: .success) { [path = path as String] in
      let other = try ItemStore(path)
      for number in 100..<200 {
        try Rows.add(to: other, [Rows.row(number: number, write: 0)])
      }
    }
    for number in 200..<210 {
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
    }
    let rows = try store.fetch(StorePlan(.genericPassword, contents: []))
    #expect(rows.map(\.facts.write) == Array(1...120))
  }

  @Test func aForkedChildIsTurnedAway() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    let fork = unsafe dlsym(nil, "fork").map {
      unsafe unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)
    }
    let forking = try #require(fork)
    let child = forking()
    if child == 0 {
      var isTurnedAway = false
      do throws(StorageError) {
        _ = try store.fetch(StorePlan(.genericPassword))
      } catch { isTurnedAway = error == .forked }
      _exit(isTurnedAway && store.hasForked ? 0 : 1)
    }
    var status: Int32 = -1
    #expect(unsafe waitpid(child, &status, 0) == child)
    #expect(status == 0)
    #expect(try store.fetch(StorePlan(.genericPassword)).count == 1)
  }
}
