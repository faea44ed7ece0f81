// SPDX-License-Identifier: Apache-2.0

import Foundation
import Keybag
import KeychainContract
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// The embedded engine on a store in a temporary directory.
final class EmbeddedBackend: ContractBackend {
  private let directory: String
  private let clock = MachineClock()
  private let holder: ProcessKeyHolder
  private let environment: Environment
  private let engine: Lock<Engine?>

  init() throws {
    directory = NSTemporaryDirectory() + "latchkey-contract-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    holder = ProcessKeyHolder(clock: clock)
    environment = Environment(clock: clock, holder: holder, passcodeCost: .forTests)
    engine = Lock(
      try Engine.open(StoreLocation(directory: directory), environment: environment))
  }

  deinit {
    engine.withLock { $0 = nil }
    try? FileManager.default.removeItem(atPath: directory)
  }

  func service(as caller: Caller) throws -> any KeychainService & Administration {
    try #require(engine.withLock { $0 }).session(as: caller)
  }

  func service(
    as caller: Caller, asking person: any Authenticator, in context: AuthenticationContext?
  ) throws(KeychainError) -> any KeychainService {
    guard let engine = engine.withLock({ $0 }) else {
      throw KeychainError(.notAvailable, "the store is closed")
    }
    return AskingService(
      service: engine.session(as: caller), person: BoundAuthenticator(person, for: caller),
      context: context)
  }

  func reopen() throws {
    engine.withLock { $0 = nil }
    let opened = try Engine.open(StoreLocation(directory: directory), environment: environment)
    engine.withLock { $0 = opened }
  }

  func restart() throws {
    engine.withLock { $0 = nil }
    holder.dropAll()
    clock.restart()
    try reopen()
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
