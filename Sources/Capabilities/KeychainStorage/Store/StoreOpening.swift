// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Opening connections to a store that exists, and what must hold before one is used.
enum StoreOpening {
  /// A connection with the settings of readers.
  static func connect(_ path: String, _ options: StoreOptions) throws(StorageError) -> Connection {
    var opening = Connection.Opening()
    opening.busyLimit = Int32(clamping: options.busyLimit)
    opening.gate = options.gate
    let connection = try Connection(path, opening)
    connection.leavesFiles = options.leavesFiles
    do throws(StorageError) {
      // The first statement that reads the file; recovers the log if need be.
      try connection.execute(
        "PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;"
          + " PRAGMA trusted_schema = OFF; PRAGMA cache_spill = OFF")
      _ = try connection.number("PRAGMA schema_version")
    } catch {
      connection.leavesFiles = true
      throw explained(error, path)
    }
    // The connection can change nothing, and need not find out.
    if connection.watch.isAlone || connection.isReadOnly { connection.leavesFiles = true }
    // A repair may have put another store there after the file was opened: its log is not ours. Or
    // it was killed on the way: what is written here from now on would go aside with the old store.
    // The lock that this connection holds keeps any later repair waiting.
    guard !connection.hasMoved, !StoreSwap.isPending(path) else {
      connection.leavesFiles = true
      throw StoreFile.refusal(.replaced, path)
    }
    return connection
  }

  /// One more connection to a store that this process has opened.
  static func connectAgain(
    _ path: String, _ options: StoreOptions
  ) throws(StorageError) -> Connection {
    let connection = try connect(path, options)
    do throws(StorageError) {
      // The connection reads the schema as it is now.
      try connection.requireVersion()
      try connection.requireSchema()
    } catch {
      connection.leavesFiles = true
      throw error
    }
    return connection
  }

  /// Whether this is a store, of a format that this version knows; migrates an older one.
  ///
  /// - Parameter store: the identity that it must have.
  static func check(
    _ connection: Connection, of store: Identifier16? = nil
  ) throws(StorageError) {
    // Another process may migrate the store between two statements; the schema is judged at last.
    try connection.guardian.admitting { () throws(StorageError) in
      try judge(connection, store)
    }
  }

  private static func judge(
    _ connection: Connection, _ store: Identifier16?
  ) throws(StorageError) {
    let path = connection.path
    guard try connection.number("PRAGMA application_id") == SchemaText.applicationNumber else {
      throw StoreFile.refusal(.notAStore, path)
    }
    let version = Int(try connection.number("PRAGMA user_version") ?? 0)
    guard version <= SchemaText.formatVersion else {
      throw StoreFile.refusal(
        .newerVersion(found: version, supported: SchemaText.formatVersion), path)
    }
    guard version >= 1 else { throw StoreFile.refusal(.notAStore, path) }
    // The schema is judged before a statement touches a table, so nothing foreign in it runs.
    let cookie = try connection.number("PRAGMA schema_version")
    do throws(StorageError) {
      try connection.requireSchema(of: version)
    } catch {
      let now = Int(try connection.number("PRAGMA user_version") ?? 0)
      guard now > version else { throw error }
      return try judge(connection, store)
    }
    try checkIdentity(connection, store)
    if version < SchemaText.formatVersion,
      !(connection.watch.isAlone || connection.isReadOnly)
        || Migrations.changesTables(from: version)
    {
      try prepareForWriting(connection)
      try Migrations.run(on: connection)
    }
    guard try connection.text("PRAGMA journal_mode") == "wal" else {
      throw .damaged(Damage(path: path, place: .structure))
    }
    if try connection.number("PRAGMA schema_version") != cookie { try connection.requireSchema() }
    _ = try StoreCounters.read(connection)
  }

  /// Whether it is the store that is meant, with its own salt in its pages.
  ///
  /// Before anything is written: pages would get the sums of another store.
  private static func checkIdentity(
    _ connection: Connection, _ store: Identifier16?
  ) throws(StorageError) {
    let path = connection.path
    let select = try Statement(
      connection, "SELECT store FROM meta WHERE id = 1", persistent: false)
    let found = try select.first { (row) throws(StorageError) in row.identifier(0) }
    guard let identity = found ?? nil else {
      throw .damaged(Damage(path: path, place: .row(table: "meta", id: 1)))
    }
    guard store == nil || store == identity else { throw StoreFile.refusal(.otherStore, path) }
    guard connection.carries(salt: StoreIdentity.salt(of: identity)) else {
      throw .damaged(Damage(path: path, place: .page(1)))
    }
  }

  /// The settings that promise 1 rests on; `Connection.checkpointIfLong` bounds the log's growth.
  static func prepareForWriting(_ connection: Connection) throws(StorageError) {
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST")
  }

  /// What an error of the first read means.
  ///
  /// A structure that ends before its header says, without a log that holds the rest, was cut. A
  /// file that is there and yet cannot be opened lacks room for log and shared memory beside it.
  private static func explained(_ error: StorageError, _ path: String) -> StorageError {
    // SQLite's own error is that of its second try, which makes nothing.
    if StoreFile.isOutOfRoom(ItemStore.parent(of: path)) { return .full }
    return switch error {
    case .damaged(let damage) where damage.place == .structure:
      StoreFile.size(path + "-wal") == 0 ? StoreFile.refusal(.truncated, path) : error
    case .refused(let refusal) where refusal.reason != .notAStore:
      StoreFile.canWrite(in: ItemStore.parent(of: path)) ? error : .readOnly
    default: error
    }
  }
}
