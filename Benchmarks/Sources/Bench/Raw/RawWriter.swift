// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Commits as many bytes as the engine does: an item, its entry in the history, the head.
final class RawWriter {
  private let database: OpaquePointer
  private let begin: OpaquePointer
  private let commit: OpaquePointer
  private let updateHead: OpaquePointer
  private let items: RawTable
  private let history: RawTable
  private let cipher: RawCipher
  private let code: RawCode
  private var added: [(item: Int64, entry: Int64)] = []

  init(_ path: String) throws {
    database = try RawDatabase.openForUse(path)
    begin = try RawDatabase.prepare(database, "BEGIN IMMEDIATE")
    commit = try RawDatabase.prepare(database, "COMMIT")
    updateHead = try RawDatabase.prepare(
      database, "UPDATE meta SET write = write + 1, entries = entries + 1, head = ?1")
    items = try RawTable(database, table: "genp", rowNumber: "id")
    history = try RawTable(database, table: "history", rowNumber: "write")
    let head = try RawDatabase.prepare(database, "SELECT head FROM meta")
    guard sqlite3_step(head) == SQLITE_ROW else { throw BenchError(what: "no head") }
    RawDatabase.bind(RawDatabase.bytes(head, 0), to: updateHead, at: 1)
    sqlite3_finalize(head)
    guard let cipher = RawCipher(key: RawMaking.key), let code = RawCode(key: RawMaking.key) else {
      throw BenchError(what: "libcrypto refuses")
    }
    (self.cipher, self.code) = (cipher, code)
  }

  deinit {
    for statement in [begin, commit, updateHead] { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// Commits this many items at once.
  func add(_ count: Int = 1) throws {
    try step(begin)
    for _ in 0..<count { added.append((try items.insert(), try history.insert())) }
    try step(updateHead)
    try step(commit)
  }

  /// Commits one item after as many sealings and HMACs as the engine makes for it.
  func addWithCryptography() throws {
    let content = [UInt8](repeating: 1, count: 64)
    let nonce = [UInt8](repeating: 2, count: 24)
    for _ in 0..<EngineWork.sealingsOfAdd {
      _ = cipher.seal(content, nonce: nonce, binding: RawMaking.binding)
    }
    for _ in 0..<EngineWork.codesOfAdd { code.run(content) }
    try add()
  }

  /// Removes the added rows, so that the table keeps its size.
  func removeAdded() throws {
    try step(begin)
    for (item, entry) in added {
      try items.remove(item)
      try history.remove(entry)
    }
    try step(commit)
    added = []
  }

  private func step(_ statement: OpaquePointer) throws {
    let done = sqlite3_step(statement) == SQLITE_DONE
    sqlite3_reset(statement)
    guard done else {
      throw BenchError(what: "raw commit: \(String(cString: sqlite3_errmsg(database)))")
    }
  }
}
