// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Readers wait for nobody; writers, and who needs a new store, wait up to the busy limit.
@Suite("Waiting") struct WaitingTests {
  private static let caller = Caller(identifier: "app", groups: ["g"])

  private func session(_ store: TestStore, limit: Int = 5_000) throws -> Session {
    var environment = Environment.system
    environment.store.busyLimit = limit
    return try Engine.open(
      StoreLocation(directory: store.directory), environment: environment
    ).session(as: Self.caller)
  }

  @Test(
    "readers beside an open write transaction and checkpoints",
    arguments: [
      "write", "checkpoints",
    ])
  func readers(_ what: String) throws {
    let store = try TestStore()
    let session = try session(store)
    _ = try session.add(password("s", "a", "secret"))
    let holding = try Worker(home: store.directory).start(["hold", what, "1200"])
    try holding.wait(for: "holding")
    let waits = Lock<[Int]>([])
    let threads = (0..<3).map { _ in
      Thread {
        while !holding.text.contains("over") {
          let began = Date()
          do {
            let found = try session.copyMatching(query("s", "a", .secret))
            if found.first?.secret?.text != "secret" { Issue.record("another secret") }
          } catch { Issue.record("\(error)") }
          waits.withLock { $0.append(Int(Date().timeIntervalSince(began) * 1_000)) }
        }
      }
    }
    threads.forEach { $0.start() }
    // A program that comes only now.
    let began = Date()
    #expect(try self.session(store).copyMatching(query("s", "a")).count == 1)
    let opening = Int(Date().timeIntervalSince(began) * 1_000)
    #expect(try holding.finish().status == 0, "\(holding.text)")
    Patience.wait(for: threads)
    let longest = waits.withLock { ($0.max() ?? 0, $0.count) }
    #expect(longest.1 > 3, "readers that waited for the writer")
    #expect(max(longest.0, opening) < 1_000, "a reader waited \(longest.0), an opening \(opening)")
  }

  @Test("a reader that comes while the last one closes, and the disk is slow")
  func closing() throws {
    let store = try TestStore()
    _ = try session(store).add(password("s", "a", "secret"))
    let holding = try Worker(home: store.directory).start(["hold", "closing", "1500"])
    try holding.wait(for: "holding")
    let began = Date()
    #expect(try session(store).copyMatching(query("s", "a")).count == 1)
    let waited = Int(Date().timeIntervalSince(began) * 1_000)
    #expect(waited < 1_000, "the reader waited \(waited) ms")
    #expect(try holding.finish().status == 0, "\(holding.text)")
    #expect(try session(store).check().isClean)
    #expect(try store.names().allSatisfy { !$0.hasSuffix("-wal") })
  }

  @Test("writers in line wait for the limit and are told; then they can")
  func writers() throws {
    let store = try TestStore()
    let session = try session(store, limit: 1_000)
    _ = try session.add(password("s", "a", "secret"))
    let holding = try Worker(home: store.directory).start(["hold", "write", "3500"])
    try holding.wait(for: "holding")
    let answers = Lock<[(Int32, Int)]>([])
    let threads = (0..<16).map { number in
      Thread {
        let began = Date()
        let code = status { _ = try session.add(password("t", "\(number)")) }
        let waited = Int(Date().timeIntervalSince(began) * 1_000)
        answers.withLock { $0.append((code, waited)) }
      }
    }
    threads.forEach { $0.start() }
    Patience.wait(for: threads)
    #expect(!holding.text.contains("over"), "the writers waited for the holder")
    // The line before and the other process together, not one limit for each.
    for (code, waited) in answers.withLock({ $0 }) {
      #expect(code == -25291 && waited >= 980 && waited < 1_800, "\(code) after \(waited) ms")
    }
    #expect(try holding.finish().status == 0)
    _ = try session.add(password("t", "after"))
    #expect(try session.check().isClean)
  }

  @Test("a creation that does not come to an end: told after the limit, and nothing is made")
  func creation() throws {
    let store = try TestStore()
    let holding = try Worker(home: store.directory).start(["hold", "lock", "1500"])
    try holding.wait(for: "holding")
    #expect(status { _ = try session(store, limit: 200) } == -25291)
    #expect(!holding.text.contains("over"))
    #expect(try store.names() == ["lock"])
    // Who waits long enough gets a store.
    _ = try session(store).add(password("s", "a"))
    #expect(try holding.finish().status == 0)
  }

  @Test("shared memory that is not made to its end: told as busy, after the limit of 5 s")
  func memory() throws {
    let store = try TestStore()
    _ = try session(store).add(password("s", "a", "secret"))
    let holding = try Worker(home: store.directory).start(["hold", "memory", "9000"])
    try holding.wait(for: "holding")
    let began = Date()
    #expect(
      status { _ = try session(store).copyMatching(query("s", "a")) } == -25291,
      "busy, no mistake of the store")
    let waited = Int(Date().timeIntervalSince(began) * 1_000)
    #expect((4_000..<8_500).contains(waited), "after \(waited) ms")
    #expect(try holding.finish().status == 0)
    #expect(try session(store).copyMatching(query("s", "a")).count == 1)
  }
}
