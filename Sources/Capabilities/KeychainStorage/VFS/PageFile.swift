// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// What SQLite takes for one of its open files; the system's own file lies behind it.
///
/// SQLite allocates the room (`szOsFile`) and never moves it. `base` must stay the first member.
@unsafe
struct PageFile {
  var base = unsafe sqlite3_file()
  /// A `FileOperation.File`, or 0 for files that are passed through unwatched.
  var role: Int32 = 0
  /// Bytes of a page; 0 until the header says it.
  var pageSize: Int32 = 0
  /// The store's salt from the end of page 1.
  var salt: UInt64 = 0
  /// 1 when the log's checksums read words with the highest byte first, 0 when not, -1 unknown.
  var logIsBigEndian: Int32 = -1
  /// The last frame header written since the last sync of a log, if it ends a commit; else 0.
  var commitFrame: UInt32 = 0
  /// The salts of that frame.
  var commitSalts: (UInt32, UInt32) = (0, 0)
  /// 1 where the index of the log is memory of this connection alone (`LoneIndex`).
  var hasLoneIndex: Int32 = 0
  /// 1 while a commit's frames are written to a log.
  var isCommitting: Int32 = 0
  /// The database file that a log or journal belongs to; a database file's own address.
  var database: UnsafeMutablePointer<PageFile>?
  /// Set by the connection directly after opening.
  var watch: Unmanaged<FileWatch>?

  /// The bytes in front of the system's file, a multiple of 16.
  static let room = unsafe (MemoryLayout<PageFile>.size + 15) & ~15
}
