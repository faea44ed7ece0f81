// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// A clock that stands still until a test moves it.
final class TestClock: KeychainClock {
  private let time: Lock<Int64>

  init(_ start: Int64 = 800_000_000_000_000) {
    time = Lock(start)
  }

  func now() -> Instant { Instant(microseconds: time.withLock { $0 }) }
  func sinceBoot() -> Int64 { time.withLock { $0 } }
  func advance(by microseconds: Int64) { time.withLock { $0 += microseconds } }
}

/// A store in a directory of its own, which is removed with the value.
final class TestStore: Sendable {
  let directory: String
  let clock = TestClock()

  init() throws {
    let path = FileManager.default.temporaryDirectory.path + "/latchkey-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    directory = path
  }

  deinit {
    removeFolder(directory)
  }

  /// Returns the names of the files in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  func open() throws -> Engine {
    try Engine.open(
      StoreLocation(directory: directory), environment: Environment(clock: clock))
  }

  func session(_ groups: String..., tool: Bool = false) throws -> Session {
    try open().session(as: Caller(identifier: "app", groups: groups, seesAllGroups: tool))
  }
}

/// Makes a generic password as tests use it.
func password(
  _ service: String, _ account: String, _ secret: String? = nil, sync: Bool = false
) -> NewItem {
  var item = NewItem(.genericPassword)
  item.attributes[.service] = .text(service)
  item.attributes[.account] = .text(account)
  item.isSynchronizable = sync
  item.secret = secret.map { SecretBytes(copying: Array($0.utf8)) }
  return item
}

/// Makes a query for generic passwords by service and account.
func query(
  _ service: String? = nil, _ account: String? = nil, _ returns: Returns = [],
  sync: SyncScope = .implied
) -> Query {
  var predicates: [KeychainTypes.Predicate] = []
  if let service { predicates.append(Predicate(.service, .text(service))) }
  if let account { predicates.append(Predicate(.account, .text(account))) }
  var query = Query(.genericPassword, predicates)
  query.returns = returns
  query.sync = sync
  return query
}

extension SecretBytes {
  /// The text of a secret, for comparison.
  var text: String {
    withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }
}

/// Runs a call, and returns its status, or 0 for success.
func status(_ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return 0
  } catch let error as KeychainError {
    return error.code.rawValue
  } catch {
    return Int32.min
  }
}
