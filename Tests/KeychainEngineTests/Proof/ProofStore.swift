// SPDX-License-Identifier: Apache-2.0

import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A store in a temporary directory of its own, for tests that look at its files from outside.
final class ProofStore {
  let directory: String
  let clock = ProofClock()
  private(set) var engine: Engine?
  private let events = Lock([ChangeEvent]())
  private let randomness: any RandomnessSource
  private let joiningLimit: Int?
  private let gate: FileGate?

  /// - Parameter joiningLimit: the option of that name, and the time in milliseconds that writers
  ///   wait in line. Nil for the default.
  init(
    randomness: any RandomnessSource = SystemRandomness(), joiningLimit: Int? = nil,
    gate: FileGate? = nil
  ) throws {
    directory = NSTemporaryDirectory() + "latchkey-proof-" + UUID().uuidString
    self.randomness = randomness
    self.joiningLimit = joiningLimit
    self.gate = gate
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try open()
  }

  deinit { removeFolder(directory) }

  var database: String { directory + "/store.db" }
  var notified: [ChangeEvent] { events.withLock { $0 } }

  func open() throws {
    var environment = Environment.system
    environment.clock = clock
    environment.randomness = randomness
    environment.store.gate = gate
    if let joiningLimit {
      environment.store.joiningLimit = joiningLimit
      environment.store.busyLimit = joiningLimit
    }
    engine = try Engine.open(
      StoreLocation(directory: directory), environment: environment,
      notify: { [events] event in events.withLock { $0.append(event) } })
  }

  /// Closes the engine.
  ///
  /// Earlier sessions must have been released.
  func close() { engine = nil }

  func reopen() throws {
    close()
    try open()
  }

  func session(_ groups: [String] = ["proof.group"], _ name: String = "proof.app") throws -> Session
  {
    try unwrap(engine).session(as: Caller(identifier: name, groups: groups))
  }

  /// Changes the closed database like an attacker with knowledge of the format, then opens the
  /// store again.
  ///
  /// The changes use the project's own file layer, so that every checksum is right.
  func attack(_ statements: String...) throws {
    close()
    do {
      let connection = try Connection(database)
      for statement in statements { try connection.execute(statement) }
    }
    try open()
  }

  /// Reads one number from the database.
  func number(_ query: String) throws -> Int64 {
    let connection = try Connection(database)
    return try connection.number(query) ?? -1
  }

  /// Reads one text from the database.
  ///
  /// In SQL, hex() makes a text of a blob.
  func text(_ query: String) throws -> String {
    let connection = try Connection(database)
    return try connection.text(query) ?? ""
  }

  /// Returns the statement that restores rows as they are now.
  func insertion(_ table: String, where condition: String = "1") throws -> String {
    let columns = try text(
      "SELECT group_concat('quote(' || name || ')', ' || '','' || ')"
        + " FROM pragma_table_info('\(table)')")
    return try "INSERT INTO \(table) VALUES "
      + text("SELECT group_concat('(' || \(columns) || ')') FROM \(table) WHERE \(condition)")
  }

  /// Returns the plan by which the engine would answer a query.
  func plan(_ query: Query, groups: [String] = ["proof.group"]) throws -> Plan {
    let digests = try unwrap(engine).codec.keybag.digests
    let planner = Planner { (itemClass, attribute, bytes) throws(KeychainError) in
      do {
        return try digests.digest(of: bytes, attribute: attribute, itemClass: itemClass)
      } catch {
        throw KeychainError(.internalError, "no digest")
      }
    }
    return try planner.plan(query, within: .groups(groups), reading: [])
  }

  /// Returns the rows of generic passwords with all their contents.
  func rows() throws -> [SealedRow] {
    var plan = StorePlan(.genericPassword, contents: [.secret, .digests])
    plan.rows = .both
    return try unwrap(engine).store.fetch(plan)
  }

  /// Seals a draft into the place of a row, below the verbs and past the history.
  func rewrite(
    _ row: SealedRow, with draft: ItemDraft, uuid: Identifier16? = nil, revision: Instant? = nil
  ) throws {
    let engine = try unwrap(engine)
    try engine.store.write { (transaction) throws(StorageError) in
      let names = RowNames(
        number: row.id, uuid: uuid ?? row.facts.uuid,
        persistentIdentifier: row.facts.persistentIdentifier, write: transaction.nextWrite())
      let stamp = RevisionStamp(revision ?? row.facts.revision, isNew: false)
      guard let content = try? engine.codec.prepare(draft, stamp),
        let sealed = try? engine.codec.seal(content, names)
      else { throw .interrupted }
      try transaction.replace(sealed)
    }
  }

  /// Returns the contents of all files of the store by name.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
    }
    return files
  }
}

/// A clock that a test sets.
struct ProofClock: KeychainClock {
  private let state = Lock(Instant(microseconds: 800_000_000_000_000))

  func now() -> Instant { state.withLock { $0 } }
  func sinceBoot() -> Int64 { 0 }
  func advance(seconds: Int64) {
    state.withLock { $0 = $0.advanced(byMicroseconds: seconds * 1_000_000) }
  }
}

/// The error of a test that needs a value and found nil.
struct Missing: Error {}

func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Missing() }
  return value
}

/// Makes a password of a class with a service or server, an account and a secret.
func password(
  _ account: String, service: String = "proof.service", secret: String? = "proof-secret",
  of itemClass: ItemClass = .genericPassword, protection: String? = nil,
  synchronizable: Bool = false
) -> NewItem {
  var item = NewItem(itemClass)
  item.attributes[itemClass == .genericPassword ? .service : .server] = .text(service)
  item.attributes[.account] = .text(account)
  item.secret = secret.map { SecretBytes(copying: Array($0.utf8)) }
  item.protectionName = protection
  item.isSynchronizable = synchronizable
  item.returns = .persistentReference
  return item
}

/// Makes a query for generic passwords by account, including synchronizable ones.
func asking(
  _ account: String? = nil, _ returns: Returns = [], of itemClass: ItemClass = .genericPassword
) -> Query {
  var query = Query(
    itemClass, account.map { [Predicate(.account, .text($0))] } ?? [], limit: .all)
  query.sync = .any
  query.returns = returns
  return query
}

/// Runs a call, and returns the code of its error, or nil for success.
func code(_ body: () throws(KeychainError) -> Void) -> KeychainError.Code? {
  do throws(KeychainError) {
    try body()
    return nil
  } catch {
    return error.code
  }
}
