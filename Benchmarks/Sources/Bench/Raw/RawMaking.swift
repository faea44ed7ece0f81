// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Makes the raw side's database from an engine's, with equal tables, indexes, page size and rows.
///
/// The sealed parts are replaced by equally long ones under keys that the raw side has.
enum RawMaking {
  static let key = [UInt8](repeating: 3, count: 32)
  static let itemKey = [UInt8](repeating: 4, count: 32)
  /// The bound data, as long as the engine's for each sealed part.
  static let binding = [UInt8](repeating: 7, count: 96)
  /// The size of a wrapped item key: nonce, key and tag, in bytes.
  static let wrappedSize = 72

  static func copy(_ source: String, to path: String) throws {
    let original = try RawDatabase.open(source, unchanging: true)
    try RawDatabase.run(original, "VACUUM INTO '\(path)'")
    sqlite3_close_v2(original)
    let database = try RawDatabase.open(path)
    defer { sqlite3_close_v2(database) }
    try RawDatabase.run(database, "PRAGMA journal_mode = OFF")
    try RawDatabase.run(database, "PRAGMA synchronous = OFF")
    let sizes = try RawDatabase.prepare(
      database, "SELECT length(meta), length(secret) FROM genp ORDER BY id DESC LIMIT 1")
    guard sqlite3_step(sizes) == SQLITE_ROW else { throw BenchError(what: "the store is empty") }
    let metadata = Int(sqlite3_column_int64(sizes, 0))
    let secret = Int(sqlite3_column_int64(sizes, 1))
    sqlite3_finalize(sizes)
    guard let cipher = RawCipher(key: key), let itemCipher = RawCipher(key: itemKey) else {
      throw BenchError(what: "libcrypto refuses")
    }
    func sealed(_ size: Int, _ content: UInt8, by cipher: RawCipher) -> [UInt8] {
      cipher.seal(
        [UInt8](repeating: content, count: size - 40), nonce: [UInt8](repeating: 2, count: 24),
        binding: binding)
    }
    let update = try RawDatabase.prepare(database, "UPDATE genp SET meta = ?1, secret = ?2")
    RawDatabase.bind(sealed(metadata, 1, by: cipher), to: update, at: 1)
    RawDatabase.bind(
      sealed(wrappedSize, itemKey[0], by: cipher)
        + sealed(secret - wrappedSize, 1, by: itemCipher), to: update, at: 2)
    guard sqlite3_step(update) == SQLITE_DONE else {
      throw BenchError(what: "the raw rows cannot be sealed")
    }
    sqlite3_finalize(update)
    try RawDatabase.run(database, "PRAGMA journal_mode = WAL")
  }
}
