// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// An open file of this library's VFS (`PageFileSystem`), as SQLite sees it.
///
/// The file structure of SQLite's own VFS follows this structure in memory. SQLite allocates the
/// memory (`szOsFile`) and never moves it. `base` must stay the first member.
@unsafe
struct PageFile {
  var base = unsafe sqlite3_file()
  /// The raw value of `FileOperation.File` (database, log or another kind) for a file of a store,
  /// or 0 for any other file.
  ///
  /// Calls on a file with 0 are passed to SQLite's own VFS unchanged.
  var role: Int32 = 0
  /// The page size in bytes, or 0 if it is not known yet.
  var pageSize: Int32 = 0
  /// The salt of the store's checksums (the first eight bytes of its identity), from the end of
  /// page 1.
  var salt: UInt64 = 0
  /// The byte order of the checksums in the log: 1 for big-endian, 0 for little-endian, -1 if
  /// unknown.
  var logIsBigEndian: Int32 = -1
  /// The number of the last frame written since the log was synced, if this frame ends a commit.
  ///
  /// 0 if the frame does not end a commit, or if no frame was written.
  var commitFrame: UInt32 = 0
  /// The salts (numbers that identify a log) in the header of the frame `commitFrame`.
  var commitSalts: (UInt32, UInt32) = (0, 0)
  /// 1 if the index of the log is in private memory (`LoneIndex`), and 0 if it is in shared memory.
  var hasLoneIndex: Int32 = 0
  /// 1 while the frames of a commit are written to a log, and otherwise 0.
  var isCommitting: Int32 = 0
  /// The database file to which this log or journal belongs.
  ///
  /// In a database file, this is the address of the file itself. Nil in a file that does not belong
  /// to a store.
  var database: UnsafeMutablePointer<PageFile>?
  /// The object that the connection shares with its open files, with settings and recorded errors.
  ///
  /// Only a database file has this object: the connection sets it directly after opening the file.
  /// Nil before that, and in all other files.
  var watch: Unmanaged<FileWatch>?

  /// The number of bytes from this structure to the file structure of SQLite's own VFS, a multiple
  /// of 16.
  static let room = unsafe (MemoryLayout<PageFile>.size + 15) & ~15
}
