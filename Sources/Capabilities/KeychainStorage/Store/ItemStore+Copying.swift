// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes

extension ItemStore {
  /// Writes one state of the store into a new file, as a store with another incarnation.
  ///
  /// The state holds every change that was acknowledged before the call. Writers go on meanwhile;
  /// the log grows until the copy is done. What an error leaves at `path` is no store and goes with
  /// its directory.
  ///
  /// - Throws: `refused(.unreadable)` when the name is taken; `damaged` for the first page of this
  ///   store that is; `full`, `readOnly` and the like for the file that is written.
  package func copy(to path: String, incarnation: Identifier16) throws(StorageError) {
    // A failing disk of a copy costs the copy alone: it has no gate.
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
      // No journal and no sync: until the copy is whole it is nothing.
      try target.execute(
        "PRAGMA page_size = \(pageSize); PRAGMA temp_store = MEMORY;"
          + " PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try target.copyPages(of: source)
    }
    try Self.finishCopy(path, incarnation)
    guard calls.sync(path, .database) == 0 else { throw .system(errno, path) }
  }

  /// The copy becomes a store of its own (spec/sync.md S5), all of it in the one file.
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
  /// Writes the pages of one state of another database over this one, which nobody else has open.
  ///
  /// One reading transaction of the source, so that its writers go on; every page is checked on the
  /// way out and summed on the way in.
  ///
  /// - Throws: the error of the source by its own path, as `damaged`; any other is of this file.
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
