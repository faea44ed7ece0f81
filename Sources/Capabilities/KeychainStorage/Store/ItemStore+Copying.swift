// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes
import UserFiles

extension ItemStore {
  /// Copies the present state of the store into a new file, which becomes a store with another
  /// incarnation.
  ///
  /// The incarnation is a random identifier that distinguishes the copy from the original. The copy
  /// contains every change that was acknowledged before the call. Writers continue meanwhile, and
  /// the log grows until the copy is done. After an error, the file at `path` is not a store, and
  /// the caller removes it with its directory.
  ///
  /// - Throws: `refused(.unreadable)` if `path` already exists. `damaged` for the first damaged
  ///   page of this store. `full`, `readOnly` and similar errors for the file being written.
  package func copy(to path: String, incarnation: Identifier16) throws(StorageError) {
    // The copy is written without a gate: if the disk of the copy fails, only the copy is lost.
    let calls = FileCalls(gate: nil)
    try Self.makeEmptyFile(path, calls)
    try lease { (source) throws(StorageError) in
      let identity = try StoreCounters.read(source).identity
      var opening = Connection.Opening()
      opening.creates = true
      opening.salt = identity.salt
      let pageSize = try source.number("PRAGMA page_size") ?? 0
      opening.pageSize = Int32(clamping: pageSize)
      let target = try Connection(path, opening)
      try target.reserveSumRoom()
      // The copy has no journal and no sync while it is made, because an unfinished copy has no
      // value.
      try target.execute(
        "PRAGMA page_size = \(pageSize); PRAGMA temp_store = MEMORY;"
          + " PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try target.copyPages(of: source)
    }
    try Self.finishCopy(path, incarnation)
    guard calls.sync(path, .database) == 0 else { throw .system(errno, path) }
  }

  /// Writes the new incarnation into the copied database, and empties its log
  /// (Specification/sync.md, "Seams", S5).
  ///
  /// The incarnation is the identifier that distinguishes the copy from the original. Afterwards
  /// the database file alone is the whole store.
  private static func finishCopy(
    _ path: String, _ incarnation: Identifier16
  ) throws(StorageError) {
    let connection = try StoreOpening.connect(path, StoreOptions())
    try StoreOpening.check(connection)
    try StoreOpening.prepareForWriting(connection)
    try connection.begin(.write)
    try StoreCounters.renewIncarnation(incarnation, connection)
    try connection.commit()
    try connection.checkpoint(truncating: true)
  }
}

extension Connection {
  /// Overwrites the database of this connection with the present state of the database `source`.
  ///
  /// This database must not be open in any other connection. The source is read in one transaction,
  /// so other connections can write to the source meanwhile. Every page is checked when it is read,
  /// and gets its checksum when it is written.
  ///
  /// - Throws: `damaged` with the path of the source, if the source is damaged. All other errors
  ///   are about the database of this connection.
  func copyPages(of source: Connection) throws(StorageError) {
    guard let copying = unsafe sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw error(unsafe sqlite3_extended_errcode(handle))
    }
    let step = unsafe sqlite3_backup_step(copying, -1)
    let end = unsafe sqlite3_backup_finish(copying)
    let code = step == SQLITE_DONE ? end : step
    guard code != SQLITE_OK else { return }
    let isOfSource = code == PageFileSystem.damageCode || code & 0xFF == SQLITE_CORRUPT
    throw isOfSource ? source.error(code) : error(code)
  }
}
