// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

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
