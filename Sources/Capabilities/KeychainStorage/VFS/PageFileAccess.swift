// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Converts the file pointer that SQLite passes to a method into the structures behind the pointer.
@unsafe
enum PageFileAccess {
  static func page(_ file: UnsafeMutablePointer<sqlite3_file>?)
    -> UnsafeMutablePointer<PageFile>?
  {
    unsafe UnsafeMutableRawPointer(file)?.assumingMemoryBound(to: PageFile.self)
  }

  /// Returns the file structure of SQLite's own VFS, which follows this library's structure in
  /// memory.
  ///
  /// Nil if `file` is nil.
  static func real(_ file: UnsafeMutablePointer<sqlite3_file>?)
    -> UnsafeMutablePointer<sqlite3_file>?
  {
    guard let file = UnsafeMutableRawPointer(file) else { return nil }
    return unsafe (file + PageFile.room).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Returns the methods of SQLite's own VFS for a file, or nil if the file is not open.
  static func methods(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    unsafe real(file)?.pointee.pMethods?.pointee
  }

  /// Returns the collected bytes of a log without reference counting.
  ///
  /// The function is called twice for each frame, so reference counting would be slow. Nil before
  /// the connection has set its `FileWatch`.
  static func gathering(_ log: UnsafeMutablePointer<PageFile>) -> Unmanaged<LogGathering>? {
    unsafe log.pointee.database?.pointee.watch?._withUnsafeGuaranteedRef {
      unsafe Unmanaged.passUnretained($0.gathering)
    }
  }

  static func watch(_ file: UnsafeMutablePointer<PageFile>) -> FileWatch? {
    unsafe file.pointee.database?.pointee.watch?.takeUnretainedValue()
  }
}
