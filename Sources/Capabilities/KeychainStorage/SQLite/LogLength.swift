// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// The number of frames in the write-ahead log after the last commit of a connection.
///
/// By this number, the connection decides when to copy the log into the database file. SQLite's
/// automatic checkpoint is not used, because it runs before a commit returns.
final class LogLength {
  /// The number of frames at which the log is copied into the database file.
  ///
  /// 4000 frames contain 2 MB of pages, if a page has 512 bytes as in every new store.
  static let limit: Int32 = 4_000

  var frames: Int32 = 0

  /// Installs a hook on an SQLite connection that records the number of frames after each commit.
  ///
  /// The `Connection` must keep this object alive.
  @unsafe
  func count(on handle: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context = unsafe context else { return SQLITE_OK }
        unsafe Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().frames = frames
        return SQLITE_OK
      }, context)
  }
}
