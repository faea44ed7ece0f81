// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Opens connections to an existing store, and checks the store before the connection may be used.
enum StoreOpening {
  /// Opens a database and returns a connection with the settings for reading.
  ///
  /// The content of the database is not checked: call `check` next.
  static func connect(_ path: String, _ options: StoreOptions) throws(StorageError) -> Connection {
    var opening = Connection.Opening()
    opening.busyLimit = Int32(clamping: options.busyLimit)
    opening.gate = options.gate
    let connection = try Connection(path, opening)
    connection.leavesFiles = options.leavesFiles
    do throws(StorageError) {
      // This statement is the first that reads the file, and it recovers the log if necessary.
      try connection.execute(
        "PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;"
          + " PRAGMA trusted_schema = OFF; PRAGMA cache_spill = OFF")
      _ = try connection.number("PRAGMA schema_version")
    } catch {
      connection.leavesFiles = true
      throw explained(error, path)
    }
    // The connection can change nothing, so its closing must not try to change files.
    if connection.watch.isAlone || connection.isReadOnly { connection.leavesFiles = true }
    // A repair may have put another store at the path after the file was opened. The log at the
    // path is then not the log of the open file. Or a repair was killed halfway: writes from now on
    // would be moved aside with the old store. The lock that this connection holds keeps any later
    // repair waiting.
    guard !connection.hasMoved, !StoreSwap.isPending(path) else {
      connection.leavesFiles = true
      throw StoreFile.refusal(.replaced, path)
    }
    return connection
  }

  /// Opens another connection to a store that this process has already opened and checked.
  static func connectAgain(
    _ path: String, _ options: StoreOptions
  ) throws(StorageError) -> Connection {
    let connection = try connect(path, options)
    do throws(StorageError) {
      // The schema is checked again, because another program may have changed it since the first
      // check.
      try connection.requireVersion()
      try connection.requireSchema()
    } catch {
      connection.leavesFiles = true
      throw error
    }
    return connection
  }

  /// Throws if the database is not a valid store of a known format, and converts a store of an
  /// older format.
  ///
  /// - Parameter store: The identity that the store must have, or nil for any store.
  static func check(
    _ connection: Connection, of store: Identifier16? = nil
  ) throws(StorageError) {
    // Another process may migrate the store between two statements. The schema is checked at the
    // end.
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
    // The schema is checked before a statement touches a table, so nothing foreign in it runs.
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

  /// Throws if the store has another identity than expected, or if its first page has the salt of
  /// another store.
  ///
  /// The salt is the first eight bytes of the store's identity. This function is called before
  /// anything is written. Otherwise pages would get the checksums of another store.
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

  /// Sets SQLite's options for durable commits on a connection (Specification/design.md,
  /// "Promises", 1).
  ///
  /// `Connection.checkpointIfLong` limits the growth of the log.
  static func prepareForWriting(_ connection: Connection) throws(StorageError) {
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST")
  }

  /// Returns the error to report if the first read of a database fails.
  ///
  /// A database is reported as truncated if it is shorter than its header says and there is no log
  /// with the missing pages. If the disk or the user's quota is full, the error is `full`. If the
  /// file exists but cannot be opened, and the directory cannot be written to, the error is
  /// `readOnly`. SQLite then cannot create the log and the shared memory.
  private static func explained(_ error: StorageError, _ path: String) -> StorageError {
    // SQLite reports the error of its second attempt, which creates no files.
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
