// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// The few calls of SQLite that the raw side needs, with SQLite's own file layer.
enum RawDatabase {
  /// Opens a database.
  ///
  /// With `unchanging` it is opened without locks, log or shared memory.
  static func open(_ path: String, unchanging: Bool = false) throws -> OpaquePointer {
    var database: OpaquePointer?
    let flags =
      (unchanging ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE)
      | SQLITE_OPEN_NOMUTEX
    let path = unchanging ? "file:\(path)?immutable=1" : path
    guard sqlite3_open_v2(path, &database, flags, "unix") == SQLITE_OK, let database else {
      throw BenchError(what: "cannot open \(path)")
    }
    return database
  }

  /// Opens a database with the engine's settings that cost or save time.
  static func openForUse(_ path: String) throws -> OpaquePointer {
    let database = try open(path)
    for pragma in [
      "synchronous = FULL", "cache_size = -4000", "cache_spill = OFF", "wal_autocheckpoint = 4000",
    ] { try run(database, "PRAGMA \(pragma)") }
    return database
  }

  static func run(_ database: OpaquePointer, _ text: String) throws {
    guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
      throw BenchError(what: "\(text): \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  /// Prepares a statement that is kept for many uses.
  static func prepare(_ database: OpaquePointer, _ text: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    sqlite3_prepare_v3(database, text, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard let statement else {
      throw BenchError(what: "\(text): \(String(cString: sqlite3_errmsg(database)))")
    }
    return statement
  }

  static func bytes(_ statement: OpaquePointer, _ column: CInt) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](
      UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count))
  }

  static func bind(_ bytes: [UInt8], to statement: OpaquePointer, at place: CInt) {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    _ = bytes.withUnsafeBytes {
      sqlite3_bind_blob(statement, place, $0.baseAddress, CInt($0.count), copied)
    }
  }
}
