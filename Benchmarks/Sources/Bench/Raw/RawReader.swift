// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Reads one row with a kept statement, and does the cryptography that one copy of a secret needs.
final class RawReader {
  private let database: OpaquePointer
  private let lookup: OpaquePointer
  private let cipher: RawCipher
  private let itemCipher: RawCipher
  private let code: RawCode
  private let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)

  init(_ path: String) throws {
    database = try RawDatabase.openForUse(path)
    lookup = try RawDatabase.prepare(database, "SELECT meta, secret FROM genp WHERE slot = ?1")
    guard let cipher = RawCipher(key: RawMaking.key),
      let itemCipher = RawCipher(key: RawMaking.key), let code = RawCode(key: RawMaking.key)
    else { throw BenchError(what: "libcrypto refuses") }
    self.cipher = cipher
    self.itemCipher = itemCipher
    self.code = code
  }

  deinit {
    sqlite3_finalize(lookup)
    sqlite3_close_v2(database)
    target.deallocate()
  }

  /// The input of one lookup.
  struct Question {
    let slot: [UInt8]
    /// The values that the engine takes digests of.
    let values: [[UInt8]]
  }

  /// Copies one secret: as many HMACs as the engine takes, one lookup, and as many openings.
  ///
  /// Opened are the metadata, the wrapped item key, and the secret under that key.
  func copy(_ question: Question) throws {
    for value in question.values { code.run(value) }
    let found = question.slot.withUnsafeBytes { bytes -> Bool in
      sqlite3_bind_blob(lookup, 1, bytes.baseAddress, CInt(bytes.count), nil)
      return sqlite3_step(lookup) == SQLITE_ROW
    }
    defer { sqlite3_reset(lookup) }
    guard found, let metadata = sqlite3_column_blob(lookup, 0),
      let secret = sqlite3_column_blob(lookup, 1)
    else { throw BenchError(what: "a row is missing") }
    let sizes = (Int(sqlite3_column_bytes(lookup, 0)), Int(sqlite3_column_bytes(lookup, 1)))
    let wrapped = RawMaking.wrappedSize
    let binding = RawMaking.binding
    guard cipher.open(metadata, count: sizes.0, binding: binding, into: target + 64),
      cipher.open(secret, count: wrapped, binding: binding, into: target)
    else { throw BenchError(what: "a part does not open") }
    itemCipher.take(target)
    guard
      itemCipher.open(
        secret + wrapped, count: sizes.1 - wrapped, binding: binding, into: target + 64)
    else { throw BenchError(what: "a secret does not open") }
  }
}
