// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests a disk that refuses single reads, or every sync.
@Suite("Acts that the disk refuses") struct RefusedActTests {
  // Without page size and salt a connection would check no page, and write each page with a wrong
  // sum.
  @Test(
    "a read of a store whose log was not emptied, each in turn: told as the disk's, or done; no page is damaged"
  )
  func reads() throws {
    let image = try killedStore()
    let all = try trial(image, refusing: nil)
    #expect(all.status == 0 && all.reads > 20)
    for number in 0..<all.reads {
      let answer = try trial(image, refusing: number)
      #expect([0, -36].contains(answer.status), "read \(number) of \(all.reads)")
    }
  }

  @Test(
    "a sync, for whatever reason: -36, as the change may be there",
    arguments: [ENOSPC, EDQUOT, EROFS])
  func syncs(_ number: Int32) throws {
    let store = try TestStore()
    let isRefused = Lock(false)
    let environment = Environment(clock: store.clock).guarded { operation in
      guard operation.act == .sync, isRefused.withLock({ $0 }) else { return nil }
      return .refused(errno: number)
    }
    let engine = try Engine.open(
      StoreLocation(directory: store.directory), environment: environment)
    let session = engine.session(as: Caller(identifier: "app", groups: ["one"]))
    _ = try session.add(password("s", "a", "secret"))
    isRefused.withLock { $0 = true }
    #expect(status { _ = try session.add(password("s", "b", "secret")) } == -36)
    isRefused.withLock { $0 = false }
    _ = try session.add(password("s", "c", "secret"))
    #expect(try session.copyMatching(query("s", "a")).count == 1)
  }

  /// Adds an item while one read is refused.
  ///
  /// Afterwards nothing is damaged or lost.
  private func trial(_ image: TestStore, refusing refused: Int?) throws -> (
    status: Int32, reads: Int
  ) {
    let store = try TestStore()
    for name in try image.names() {
      try FileManager.default.copyItem(
        atPath: "\(image.directory)/\(name)", toPath: "\(store.directory)/\(name)")
    }
    let reads = Lock(0)
    let environment = Environment(clock: store.clock).guarded { operation in
      guard case .read = operation.act else { return nil }
      let number = reads.withLock { number in
        defer { number += 1 }
        return number
      }
      return number == refused ? .failure : nil
    }
    let answer = status {
      let engine = try Engine.open(
        StoreLocation(directory: store.directory), environment: environment)
      _ = try engine.session(as: Caller(identifier: "app", groups: ["one"]))
        .add(password("s", "new", "secret"))
    }
    let session = try store.session("one")
    for account in ["a", "b", "c"] + (answer == 0 ? ["new"] : []) {
      #expect(try session.copyMatching(query("s", account)).count == 1, "read \(refused ?? -1)")
    }
    let report = try session.check()
    #expect(report.isClean, "read \(refused ?? -1): \(report.findings.map(\.detail))")
    return (answer, reads.withLock { $0 })
  }

  /// Returns the files of a store as they are on disk when its last process is killed.
  private func killedStore() throws -> TestStore {
    let (store, image) = (try TestStore(), try TestStore())
    let session = try store.session("one")
    for account in ["a", "b", "c"] { _ = try session.add(password("s", account, "secret")) }
    for name in try store.names() where name != "store.db-shm" {
      try FileManager.default.copyItem(
        atPath: "\(store.directory)/\(name)", toPath: "\(image.directory)/\(name)")
    }
    return image
  }
}
