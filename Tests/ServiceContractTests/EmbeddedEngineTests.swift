// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainContract
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// The embedded engine on a store in a temporary directory.
final class EmbeddedBackend: ContractBackend {
  private let directory: String
  private let engine: Lock<Engine?>

  init() throws {
    directory = NSTemporaryDirectory() + "latchkey-contract-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    engine = Lock(try Engine.open(StoreLocation(directory: directory)))
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func service(as caller: Caller) throws -> any KeychainService & Administration {
    try #require(engine.withLock { $0 }).session(as: caller)
  }

  func reopen() throws {
    engine.withLock { $0 = nil }
    let opened = try Engine.open(StoreLocation(directory: directory))
    engine.withLock { $0 = opened }
  }
}

@Suite("Service contract: embedded engine")
struct EmbeddedEngineTests {
  @Test("demand", arguments: ServiceContract.cases)
  func demand(_ demand: ContractCase) throws {
    for failure in demand.run(on: try EmbeddedBackend()) {
      Issue.record("\(failure)")
    }
  }

  @Test("the suite is not empty, and its names differ")
  func names() {
    #expect(ServiceContract.cases.count > 50)
    #expect(Set(ServiceContract.cases.map(\.name)).count == ServiceContract.cases.count)
  }
}
