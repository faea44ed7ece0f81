// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// A store of so many generic passwords, and the same rows in a raw database beside it.
final class Fixture {
  /// The raw side opens what the engine opens: metadata, the wrapped item key, the secret.
  static let sealedParts = 3
  /// And computes what the engine computes: digests of service, account and group.
  static let digests = 3

  let items: Int
  let directory: String
  let session: Session
  let raw: RawStore
  private var added = 0

  init(items: Int, directory: String) throws {
    self.items = items
    self.directory = directory
    session = try Self.open(directory)
    for index in 0..<items { try Self.add(index, to: session) }
    raw = try RawStore(copying: directory + "/store.db", to: directory + "/raw.db")
  }

  /// Opens the store anew, as a process does that starts.
  static func open(_ directory: String) throws -> Session {
    let caller = Caller(identifier: "bench", groups: ["bench"])
    return try Engine.open(StoreLocation(directory: directory)).session(as: caller)
  }

  /// Adds the next item that is not there yet.
  func addNext() throws {
    try Self.add(items + added, to: session)
    added += 1
  }

  static func add(_ index: Int, to session: Session) throws {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text("service \(index / 4)")
    item.attributes[.account] = .text("account \(index)")
    item.attributes[.label] = .text("an item of the benchmark")
    item.secret = SecretBytes(copying: Array("correct horse battery \(index)".utf8))
    _ = try session.add(item)
  }

  /// Copies the secret of one item by its primary key.
  static func copy(_ index: Int, from session: Session) throws {
    var query = Query(
      .genericPassword,
      [
        Predicate(.service, .text("service \(index / 4)")),
        Predicate(.account, .text("account \(index)")),
      ], limit: .one)
    query.returns = .secret
    guard try session.copyMatching(query).first?.secret != nil else {
      throw BenchError(what: "an item is not there")
    }
  }
}
