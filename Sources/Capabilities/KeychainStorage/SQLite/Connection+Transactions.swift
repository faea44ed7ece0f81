// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

extension Connection {
  /// How a transaction begins.
  package enum Mode: String, Sendable {
    /// One snapshot for several reads.
    case read = "BEGIN DEFERRED"
    /// The write lock at once, so that no later statement can lose it.
    case write = "BEGIN IMMEDIATE"
  }

  /// Begins a transaction.
  ///
  /// - Throws: `busy` when another writer keeps the lock beyond the limit.
  package func begin(_ mode: Mode) throws(StorageError) {
    try fixed(mode == .read ? 1 : 2, mode.rawValue)
  }

  /// How long calls from now on wait for other processes, in milliseconds.
  func limitWaiting(to milliseconds: Int) {
    wait.limit = milliseconds
  }

  /// Makes the transaction durable; when that fails it is still open.
  package func commit() throws(StorageError) {
    try fixed(3, "COMMIT")
  }

  /// Undoes the transaction if one is open.
  ///
  /// Fails only where SQLite has undone it already.
  package func rollback() {
    guard isInTransaction else { return }
    try? fixed(4, "ROLLBACK")
  }

  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Begins a part of a transaction that can be undone by itself.
  package func beginPart() throws(StorageError) {
    try fixed(5, "SAVEPOINT part")
  }

  /// Keeps the part.
  package func keepPart() throws(StorageError) {
    try fixed(6, "RELEASE part")
  }

  /// Undoes the part, and only it.
  package func undoPart() throws(StorageError) {
    try fixed(7, "ROLLBACK TO part")
    try fixed(6, "RELEASE part")
  }

  /// Copies the log into the database file as far as no reader needs it.
  ///
  /// - Parameter truncating: Waits for readers, syncs and leaves an empty log.
  package func checkpoint(truncating: Bool) throws(StorageError) {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Copies a log that has become long into the database file, as far as no reader needs it.
  ///
  /// SQLite's automatic checkpoint does this within a commit, so that all who share it wait. A copy
  /// that fails, as on a full disk, is tried again after the next commit; the log still has all.
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
  /// Empties the log where nobody else has the store open, before the last close would.
  ///
  /// That one keeps the whole file locked until the disk has synced log, database and mark: a
  /// reader that comes meanwhile would wait for them all. A checkpoint keeps no reader waiting, and
  /// leaves the close nothing but to remove the files beside the database.
  func emptyLogIfLast() {
    guard isLast else { return }
    // Somebody has come in between: then it is his.
    limitWaiting(to: 0)
    try? checkpoint(truncating: true)
  }

  /// Whether no other connection, of whichever process, has the store open at this moment.
  ///
  /// Asked as the last close asks: with the lock that every other connection stands in the way of.
  private var isLast: Bool {
    var level: Int32 = SQLITE_LOCK_NONE
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LOCKSTATE, &level) == SQLITE_OK,
      // What it holds from its first read of a store with a log on.
      level == SQLITE_LOCK_SHARED,
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods
    else { return false }
    let answer = unsafe methods.pointee.xLock(file, SQLITE_LOCK_EXCLUSIVE)
    _ = unsafe methods.pointee.xUnlock(file, SQLITE_LOCK_SHARED)
    return answer == SQLITE_OK
  }
}
