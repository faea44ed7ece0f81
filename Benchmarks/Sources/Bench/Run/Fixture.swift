// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import CodeIdentity
import KeychainEngine
import KeychainTypes

/// An open store of this many generic passwords, and a raw database of the same rows.
final class Fixture {
  let items: Int
  let directory: String
  let session: Session
  /// The slots of the raw rows, 16 bytes each.
  private var slots: [UInt8] = []

  init(items: Int, directory: String) throws {
    self.items = items
    self.directory = directory
    session = try Self.open(directory)
    try loadSlots()
  }

  static func rawPath(_ directory: String) -> String { directory + "/raw.db" }
  var rawPath: String { Self.rawPath(directory) }

  /// The caller of this program, as the public functions see it, so that they find the same items.
  static var caller: Caller { EmbeddedIdentity.ofThisProcess(in: .dataProtection).caller }

  /// Opens the store as a new process does.
  static func open(_ directory: String, as caller: Caller = Fixture.caller) throws -> Session {
    try Engine.open(StoreLocation(directory: directory + "/store")).session(as: caller)
  }

  /// Returns a session for a caller of eight access groups.
  ///
  /// The group of the items is not the first.
  func sessionOfEightGroups() -> Session {
    let others = (1...7).map { "group.\($0)" }
    let caller = Caller(identifier: Self.caller.identifier, groups: others + Self.caller.groups)
    return session.engine.session(as: caller)
  }

  /// Returns a reading of a query, as the reader of requests makes it.
  ///
  /// It uses the initializer for this type alone. The general one would look the type up at each
  /// call.
  static func reading(_ query: Query) -> Reading<Query> {
    Reading(.success(query), group: .absent, profile: .dataProtection)
  }

  /// Returns a reading of an item.
  static func reading(_ item: NewItem) -> Reading<NewItem> {
    Reading(.success(item), group: .absent, profile: .dataProtection)
  }

  /// Copies the secret of one item by its primary key.
  static func copy(_ index: Int, from session: Session) throws {
    var query = Names.query(index)
    query.returns = .secret
    try copy(query, from: session)
  }

  static func copy(_ query: Query, from session: Session) throws {
    guard try session.copyMatching(Fixture.reading(query)).first?.secret != nil else {
      throw BenchError(what: "an item is not there")
    }
  }

  /// Returns the queries of these rounds.
  ///
  /// They are made beforehand because making them is the caller's work.
  func queries(_ rounds: Int) -> [Query] {
    (0..<rounds).map { round in
      var query = Names.query(Names.scattered(round, items))
      query.returns = .secret
      return query
    }
  }

  /// Returns the raw side's input for these rounds.
  func rawQueries(_ rounds: Int) -> [RawReader.Question] {
    (0..<rounds).map { RawReader.Question(slot: slot($0), values: values($0)) }
  }

  func add(_ index: Int) throws { _ = try session.add(Fixture.reading(Names.item(index))) }

  func delete(_ index: Int) throws { try session.delete(Fixture.reading(Names.query(index))) }

  /// Returns the slot of the row that the raw side reads in this round.
  func slot(_ round: Int) -> [UInt8] {
    let start = 16 * Names.scattered(round, slots.count / 16)
    return [UInt8](slots[start..<start + 16])
  }

  /// Returns the values that the engine takes digests of in this round.
  private func values(_ round: Int) -> [[UInt8]] {
    let index = Names.scattered(round, items)
    let texts = [Names.service(index), Names.account(index)] + Self.caller.groups
    return texts.prefix(EngineWork.codesOfCopy).map { [0, 0, 0, 0, 0, 0] + Array($0.utf8) }
  }

  private func loadSlots() throws {
    let database = try RawDatabase.open(rawPath)
    defer { sqlite3_close_v2(database) }
    let all = try RawDatabase.prepare(database, "SELECT slot FROM genp ORDER BY id")
    slots.reserveCapacity(16 * items)
    while sqlite3_step(all) == SQLITE_ROW { slots += RawDatabase.bytes(all, 0) }
    sqlite3_finalize(all)
  }
}

/// The calls with readings, without their trail.
extension Session {
  func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match? {
    var trail = Trail()
    return try add(item, &trail)
  }

  func copyMatching(_ query: Reading<Query>) throws(KeychainError) -> [Match] {
    var trail = Trail()
    return try copyMatching(query, &trail)
  }

  func delete(_ query: Reading<Query>) throws(KeychainError) {
    var trail = Trail()
    try delete(query, &trail)
  }
}
