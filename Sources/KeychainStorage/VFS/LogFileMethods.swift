// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// The methods of an open log: those of every file, with the mark kept in step around them.
@unsafe
enum LogFileMethods {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  static func table() -> sqlite3_io_methods {
    var table = unsafe PageFileMethods.table()
    unsafe table.xWrite = { unsafe LogFileMethods.write($0, $1, $2, $3) }
    unsafe table.xSync = { unsafe LogFileMethods.sync($0, $1) }
    unsafe table.xTruncate = { unsafe LogFileMethods.truncate($0, $1) }
    unsafe table.xFileSize = { unsafe LogFileMethods.size($0, $1) }
    return table
  }

  private static func write(
    _ file: File?, _ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let (log, below) = unsafe parts(file) else { return SQLITE_MISUSE }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    guard unsafe LogMarking.prepareWrite(log, below, bytes, offset) else {
      return SQLITE_IOERR | (3 << 8)
    }
    let code = unsafe PageFileMethods.write(file, buffer, count, offset)
    unsafe LogMarking.noteWrite(log, bytes, offset, code)
    return code
  }

  private static func sync(_ file: File?, _ flags: Int32) -> Int32 {
    let code = unsafe PageFileMethods.sync(file, flags)
    if let (log, _) = unsafe parts(file) { unsafe LogMarking.noteSync(log, code) }
    return code
  }

  private static func truncate(_ file: File?, _ size: Int64) -> Int32 {
    guard let (log, _) = unsafe parts(file), unsafe LogMarking.release(log) else {
      return SQLITE_IOERR | (6 << 8)
    }
    return unsafe PageFileMethods.truncate(file, size)
  }

  /// Asked for when SQLite recovers the log, under the lock that keeps everybody else out.
  private static func size(_ file: File?, _ size: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    guard let (log, below) = unsafe parts(file) else { return SQLITE_MISUSE }
    if let place = unsafe LogMarking.finding(log, below) {
      unsafe PageFileAccess.watch(log)?.record(place)
      return PageFileSystem.damageCode
    }
    return unsafe below.pointee.pMethods.pointee.xFileSize(below, size)
  }

  private static func parts(_ file: File?) -> (LogMarking.Log, File)? {
    guard let log = unsafe PageFileAccess.page(file), let below = unsafe PageFileAccess.real(file)
    else { return nil }
    return unsafe (log, below)
  }
}
