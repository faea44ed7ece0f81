// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// The same rows without us: SQLite's own file layer with kept statements, libcrypto with kept
/// contexts.
final class RawStore {
  private let database: OpaquePointer
  private let lookup: OpaquePointer
  private let insertItem: RawInsert
  private let insertHistory: RawInsert
  private let updateHead: OpaquePointer
  private let cipher: RawCipher
  private let slots: [[UInt8]]
  private let metadata: [UInt8]
  private let itemKey: [UInt8]
  private let secret: [UInt8]
  private let binding = [UInt8](repeating: 7, count: 128)
  private let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)

  /// Copies an engine's database and opens the copy as the engine does: WAL, FULL.
  init(copying source: String, to path: String) throws {
    let original = try Self.open(source)
    try Self.run(original, "VACUUM INTO '\(path)'")
    sqlite3_close_v2(original)
    database = try Self.open(path)
    for pragma in ["journal_mode = WAL", "synchronous = FULL", "cache_spill = OFF"] {
      try Self.run(database, "PRAGMA \(pragma)")
    }
    lookup = try Self.prepare(database, "SELECT meta, secret FROM genp WHERE slot = ?1")
    updateHead = try Self.prepare(
      database, "UPDATE meta SET write = write + 1, entries = entries + 1, head = ?1")
    insertItem = try RawInsert(database, table: "genp", rowNumber: "id")
    insertHistory = try RawInsert(database, table: "history", rowNumber: "write")
    let all = try Self.prepare(database, "SELECT slot, length(meta), length(secret) FROM genp")
    var found: [[UInt8]] = []
    var sizes = (metadata: 0, secret: 0)
    while sqlite3_step(all) == SQLITE_ROW {
      found.append(RawInsert.bytes(all, 0))
      sizes = (Int(sqlite3_column_int64(all, 1)), Int(sqlite3_column_int64(all, 2)))
    }
    sqlite3_finalize(all)
    slots = found
    guard let cipher = RawCipher(key: [UInt8](repeating: 3, count: 32)) else {
      throw BenchError(what: "libcrypto refuses")
    }
    self.cipher = cipher
    // What is sealed here has the sizes of the engine's parts; each has 40 bytes of nonce and tag.
    let binding = binding
    func sealed(_ size: Int) -> [UInt8] {
      cipher.seal(
        [UInt8](repeating: 1, count: max(0, size - 40)), nonce: [UInt8](repeating: 2, count: 24),
        binding: binding)
    }
    metadata = sealed(sizes.metadata)
    itemKey = sealed(72)
    secret = sealed(sizes.secret - 72)
  }

  /// One point read, with as many digests before and as many openings after as the engine makes.
  func copy(_ index: Int) throws {
    for _ in 0..<Fixture.digests { _ = cipher.code(slots[index]) }
    slots[index].withUnsafeBytes { slot in
      _ = sqlite3_bind_blob(lookup, 1, slot.baseAddress, CInt(slot.count), nil)
    }
    guard sqlite3_step(lookup) == SQLITE_ROW else { throw BenchError(what: "a row is missing") }
    let sizes = (sqlite3_column_bytes(lookup, 0), sqlite3_column_bytes(lookup, 1))
    memcpy(target, sqlite3_column_blob(lookup, 0), Int(sizes.0))
    memcpy(target, sqlite3_column_blob(lookup, 1), Int(sizes.1))
    sqlite3_reset(lookup)
    for part in [metadata, itemKey, secret] {
      let isWhole = part.withUnsafeBytes { cipher.open($0, binding: binding, into: target) }
      guard isWhole else { throw BenchError(what: "a part does not open") }
    }
  }

  /// One commit of the same bytes: an item, its entry in the history, the head.
  func add() throws {
    try Self.run(database, "BEGIN IMMEDIATE")
    try insertItem.run()
    try insertHistory.run()
    let head = [UInt8](repeating: 5, count: insertHistory.headSize)
    head.withUnsafeBytes { bytes in
      _ = sqlite3_bind_blob(updateHead, 1, bytes.baseAddress, CInt(bytes.count), nil)
      sqlite3_step(updateHead)
    }
    sqlite3_reset(updateHead)
    try Self.run(database, "COMMIT")
  }

  // MARK: SQLite

  static func open(_ path: String) throws -> OpaquePointer {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &database, flags, "unix") == SQLITE_OK, let database else {
      throw BenchError(what: "cannot open \(path)")
    }
    return database
  }

  static func run(_ database: OpaquePointer, _ text: String) throws {
    guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
      throw BenchError(what: "\(text): \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  static func prepare(_ database: OpaquePointer, _ text: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    sqlite3_prepare_v3(database, text, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard let statement else {
      throw BenchError(what: "\(text): \(String(cString: sqlite3_errmsg(database)))")
    }
    return statement
  }
}
