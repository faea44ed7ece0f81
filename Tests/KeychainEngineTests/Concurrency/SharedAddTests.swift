// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests adds that share a commit while their slot is taken.
///
/// Each gets the answer that it would get alone.
@Suite("Adds in one commit") struct SharedAddTests {
  private final class Counter: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    func next() { count.withLock { $0 += 1 } }
  }

  /// Adds each item in a thread of its own, while a transaction of another writer is open, so that
  /// all of them join it.
  ///
  /// Returns their statuses, and the number of syncs of the log.
  private func share(
    _ items: [NewItem], _ store: ProofStore, _ syncs: Counter
  ) throws -> (statuses: [Int32], syncs: Int) {
    let session = try store.session()
    let engine = try #require(store.engine)
    let isOpen = Counter()
    let statuses = Lock([Int32](repeating: 1, count: items.count))
    // The first commit after an opening also syncs the head of the log. This add takes that sync.
    _ = try session.add(password("warm"))
    let before = syncs.value
    let all = DispatchGroup()
    func run(_ body: @escaping @Sendable () -> Void) {
      all.enter()
      Thread.detachNewThread {
        body()
        all.leave()
      }
    }
    run {
      try? engine.store.write { (_) throws(StorageError) in
        // A transaction that is undone runs again, with the other writers in it.
        guard isOpen.value == 0 else { return }
        isOpen.next()
        // Waits until the others have sealed their items and stand in line.
        #expect(Patience.wait { engine.store.testOnlyReadyWriters == items.count })
      }
    }
    #expect(Patience.wait { isOpen.value > 0 })
    for (place, item) in items.enumerated() {
      run {
        let answer = status { _ = try session.add(item) }
        statuses.withLock { $0[place] = answer }
      }
    }
    all.wait()
    return (statuses.withLock { $0 }, syncs.value - before)
  }

  private func store(_ syncs: Counter) throws -> ProofStore {
    try ProofStore(joiningLimit: 300_000) { operation in
      if operation.file == .log, operation.act == .sync { syncs.next() }
      return nil
    }
  }

  /// Returns true if the write numbers have no gap, and each has exactly one entry.
  private func isConsecutive(_ store: ProofStore) throws -> Bool {
    let last = try store.number("SELECT write FROM meta")
    return try store.number("SELECT count(*) FROM history") == last
      && store.number("SELECT max(write) FROM history") == last
  }

  @Test("of several that add the same item one adds it, and the others are told so")
  func sameItem() throws {
    let syncs = Counter()
    let store = try store(syncs)
    let items = (0..<6).map { _ in password("same") } + [password("first"), password("second")]
    let (statuses, count) = try share(items, store, syncs)
    #expect(statuses[..<6].count { $0 == 0 } == 1)
    #expect(statuses[..<6].count { $0 == -25299 } == 5)
    #expect(statuses[6...].allSatisfy { $0 == 0 })
    #expect(count == 1)
    #expect(try isConsecutive(store))
    let session = try store.session()
    #expect(try session.check().isClean)
    #expect(try session.copyMatching(asking("same")).count == 1)
  }

  @Test("a tombstone and a damaged row give way within the commit of others")
  func occupiedSlots() throws {
    let syncs = Counter()
    let store = try store(syncs)
    do {
      let session = try store.session()
      _ = try session.add(password("victim"))
      _ = try session.add(password("buried", synchronizable: true))
      try session.delete(asking("buried"))
      _ = try session.add(password("there"))
    }
    let name = try store.text("SELECT hex(persistref) FROM genp WHERE tomb = 1")
    try store.attack(RowAttackTests.set("uuid = zeroblob(16)"))
    let items =
      [password("victim"), password("buried", synchronizable: true), password("there")]
      + (0..<4).map { password("new\($0)") }
    let (statuses, count) = try share(items, store, syncs)
    #expect(statuses == [0, 0, -25299, 0, 0, 0, 0])
    #expect(count == 1)
    #expect(try isConsecutive(store))
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    #expect(try store.number("SELECT count(*) FROM genp") == 8)
    #expect(
      try store.number("SELECT count(*) FROM genp WHERE tomb = 0 AND hex(persistref) = '\(name)'")
        == 1)
    // The entries of the damaged row and of the row in its place belong to one verb.
    let most = "SELECT max(n) FROM (SELECT count(*) AS n FROM history GROUP BY grp)"
    #expect(try store.number(most) == 2)
  }
}
