// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests that readers never wait, and that writers and programs without a store wait up to the busy
/// limit.
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
    let holding = try HoldingWorker(what, home: store.directory)
    // A reader that waited would wait up to the limit, and get the answer "busy".
    let threads = (0..<3).map { _ in
      Thread {
        let stopwatch = Stopwatch()
        while stopwatch.elapsed < .seconds(1) {
          do {
            let found = try session.copyMatching(query("s", "a", .secret))
            if found.first?.secret?.text != "secret" { Issue.record("another secret") }
          } catch { Issue.record("\(error)") }
        }
      }
    }
    threads.forEach { $0.start() }
    // A program that starts only now can read too.
    #expect(try self.session(store).copyMatching(query("s", "a")).count == 1)
    #expect(Patience.wait { threads.allSatisfy(\.isFinished) })
    #expect(!holding.hasLetGo)
    let end = try holding.release()
    #expect(end.status == 0, "\(end.output)")
  }

  @Test("a reader that comes while the last one closes, and the disk is slow")
  func closing() throws {
    let store = try TestStore()
    _ = try session(store).add(password("s", "a", "secret"))
    let holding = try HoldingWorker("closing", home: store.directory)
    #expect(try session(store).copyMatching(query("s", "a")).count == 1)
    #expect(!holding.hasLetGo, "the reader waited")
    let end = try holding.release()
    #expect(end.status == 0, "\(end.output)")
    #expect(try session(store).check().isClean)
    #expect(try store.names().allSatisfy { !$0.hasSuffix("-wal") })
  }

  @Test("writers in line wait for the limit and are told; then they can")
  func writers() throws {
    let store = try TestStore()
    let session = try session(store, limit: 5_000)
    _ = try session.add(password("s", "a", "secret"))
    let holding = try HoldingWorker("write", home: store.directory)
    let answers = Lock<[(Int32, Duration)]>([])
    let threads = (0..<16).map { number in
      Thread {
        let stopwatch = Stopwatch()
        let code = status { _ = try session.add(password("t", "\(number)")) }
        answers.withLock { $0.append((code, stopwatch.elapsed)) }
      }
    }
    threads.forEach { $0.start() }
    #expect(Patience.wait { threads.allSatisfy(\.isFinished) })
    // The limit covers the line of writers and the other process together. Two separate limits
    // would take 10 s.
    for (code, waited) in answers.withLock({ $0 }) {
      #expect(code == -25291 && waited >= .milliseconds(4_980), "\(code) after \(waited)")
      #expect(waited < .seconds(9), "\(waited)")
    }
    #expect(!holding.hasLetGo, "the writers waited for the holder")
    #expect(try holding.release().status == 0)
    _ = try session.add(password("t", "after"))
    #expect(try session.check().isClean)
  }

  @Test("a creation that does not come to an end: told after the limit, and nothing is made")
  func creation() throws {
    let store = try TestStore()
    let holding = try HoldingWorker("lock", home: store.directory)
    #expect(status { _ = try session(store, limit: 200) } == -25291)
    #expect(!holding.hasLetGo)
    #expect(try store.names() == ["lock"])
    // A program that waits long enough gets a store.
    let added = Lock<Int32?>(nil)
    let waiting = Thread {
      let code = status { _ = try session(store, limit: 300_000).add(password("s", "a")) }
      added.withLock { $0 = code }
    }
    waiting.start()
    // Nothing shows that the thread has begun to wait.
    Patience.pause(.milliseconds(200))
    #expect(added.withLock { $0 } == nil)
    #expect(try holding.release().status == 0)
    #expect(Patience.wait { added.withLock { $0 } == 0 })
  }

  @Test("shared memory that is not made to its end: told as busy, after the limit of 5 s")
  func memory() throws {
    let store = try TestStore()
    _ = try session(store).add(password("s", "a", "secret"))
    let holding = try HoldingWorker("memory", home: store.directory)
    let stopwatch = Stopwatch()
    #expect(
      status { _ = try session(store).copyMatching(query("s", "a")) } == -25291,
      "busy, no mistake of the store")
    let waited = stopwatch.elapsed
    #expect((Duration.seconds(4)..<Duration.seconds(50)).contains(waited), "after \(waited)")
    #expect(!holding.hasLetGo)
    #expect(try holding.release().status == 0)
    #expect(try session(store).copyMatching(query("s", "a")).count == 1)
  }
}
