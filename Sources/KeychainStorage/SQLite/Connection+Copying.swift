// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

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
