// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A copy of a store, read whatever the sums of its pages say; for what another SQLite has written.
enum UncheckedStore {
  /// Gives `body` a reader; afterwards no log is left and the file is in WAL mode again.
  ///
  /// - Parameter store: the identity that it must have.
  /// - Throws: what an opening throws.
  static func read<R, E: StorageErrorConvertible>(
    _ path: String, of store: Identifier16, options: StoreOptions,
    _ body: (StoreReader) throws(E) -> R
  ) throws(E) -> R {
    let connection: Connection
    do throws(StorageError) {
      try StoreFile.examine(path, options)
      var opening = Connection.Opening()
      opening.busyLimit = Int32(clamping: options.busyLimit)
      opening.gate = options.gate
      opening.checksSums = false
      connection = try Connection(path, opening)
    } catch {
      throw E(error)
    }
    do throws(StorageError) {
      try prepare(connection, store)
    } catch {
      connection.leavesFiles = true
      throw E(error)
    }
    defer { connection.rollback() }
    return try body(StoreReader(connection))
  }

  private static func prepare(
    _ connection: Connection, _ store: Identifier16
  ) throws(StorageError) {
    try connection.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else { throw .busy }
    try connection.begin(.write)
    connection.rollback()
    try StoreOpening.check(connection, of: store)
    try connection.checkpoint(truncating: true)
    try connection.begin(.read)
  }
}
