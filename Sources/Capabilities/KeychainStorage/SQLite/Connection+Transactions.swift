// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

extension Connection {
  /// The kind of a transaction, with the SQL statement that begins the transaction as its value.
  package enum Mode: String, Sendable {
    /// A transaction for reading: all reads see the same state of the store.
    case read = "BEGIN DEFERRED"
    /// A transaction for changes, which takes the write lock when it begins.
    ///
    /// So no later statement of the transaction can fail to get the lock.
    case write = "BEGIN IMMEDIATE"
  }

  /// Begins a transaction of the given kind.
  ///
  /// - Throws: `busy` if another writer holds the write lock longer than a call may wait.
  package func begin(_ mode: Mode) throws(StorageError) {
    try fixed(mode == .read ? 1 : 2, mode.rawValue)
  }

  /// Sets the maximum time in milliseconds that later calls wait for locks of other processes.
  func limitWaiting(to milliseconds: Int) {
    wait.limit = milliseconds
  }

  /// Makes the changes of the transaction durable, and ends the transaction.
  ///
  /// If the call fails, the transaction stays open.
  package func commit() throws(StorageError) {
    try fixed(3, "COMMIT")
  }

  /// Undoes the changes of the open transaction, and ends the transaction.
  ///
  /// Does nothing if no transaction is open. An error of SQLite is ignored: it occurs only if
  /// SQLite has already undone the transaction.
  package func rollback() {
    guard isInTransaction else { return }
    try? fixed(4, "ROLLBACK")
  }

  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Begins a part (savepoint) of the transaction that can be undone without the rest of the
  /// transaction.
  package func beginPart() throws(StorageError) {
    try fixed(5, "SAVEPOINT part")
  }

  /// Keeps the changes since `beginPart`, and ends the part.
  package func keepPart() throws(StorageError) {
    try fixed(6, "RELEASE part")
  }

  /// Undoes the changes since `beginPart`, and ends the part.
  package func undoPart() throws(StorageError) {
    try fixed(7, "ROLLBACK TO part")
    try fixed(6, "RELEASE part")
  }

  /// Copies the pages in the write-ahead log into the database file, except pages that a reader
  /// still needs.
  ///
  /// - Parameter truncating: True to wait for readers, sync the database file, and leave an empty
  ///   log.
  package func checkpoint(truncating: Bool) throws(StorageError) {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Copies the write-ahead log into the database file, if the log has at least 4000 frames.
  ///
  /// SQLite's automatic checkpoint would run inside a commit, and all writers that share the commit
  /// would wait. If the copy fails, for example on a full disk, it is tried again after a later
  /// commit. Until then the log contains all changes.
  func checkpointIfLong() {
    guard log.frames >= LogLength.limit, !isInTransaction else { return }
    log.frames = 0
    try? checkpoint(truncating: false)
  }

  private func fixed(_ number: UInt64, _ text: String) throws(StorageError) {
    try statement(StatementKey(0, number)) { text }.run()
  }
}

extension Connection {
  /// Copies the whole log into the database file and empties the log, if this is the only open
  /// connection.
  ///
  /// Call this before the connection closes. Otherwise SQLite empties the log when its last
  /// connection closes. SQLite then keeps the whole file locked until the disk has synced the log,
  /// the database and the log's mark file. Readers that arrive meanwhile would wait for these three
  /// syncs. A checkpoint makes no reader wait. Afterwards the close only removes the files beside
  /// the database.
  func emptyLogIfLast() {
    guard isLast else { return }
    // If another connection came in between, emptying the log is its task.
    limitWaiting(to: 0)
    try? checkpoint(truncating: true)
  }

  /// True if no other connection of any process has the store open at this moment.
  ///
  /// To find out, the property takes the exclusive lock of the file, as SQLite does at its last
  /// close. Any other open connection makes this fail.
  private var isLast: Bool {
    var level: Int32 = SQLITE_LOCK_NONE
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LOCKSTATE, &level) == SQLITE_OK,
      // A connection holds this level from its first read of a store that has a log.
      level == SQLITE_LOCK_SHARED,
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods
    else { return false }
    let answer = unsafe methods.pointee.xLock(file, SQLITE_LOCK_EXCLUSIVE)
    _ = unsafe methods.pointee.xUnlock(file, SQLITE_LOCK_SHARED)
    return answer == SQLITE_OK
  }
}
