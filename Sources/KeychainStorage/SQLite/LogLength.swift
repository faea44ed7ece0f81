// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// How many frames the log had after the last commit of a connection.
///
/// The count takes the place of SQLite's automatic checkpoint, which runs before a commit returns.
final class LogLength {
  /// A log of so many is copied into the database file: 2 MB of pages.
  static let limit: Int32 = 4_000

  var frames: Int32 = 0

  /// Counts from now on, for a connection whose object keeps this one.
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
