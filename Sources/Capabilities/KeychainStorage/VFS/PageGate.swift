// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// Runs SQLite's file operations, lets tests make them fail, and records why an operation failed.
@unsafe
enum PageGate {
  typealias Page = UnsafeMutablePointer<PageFile>
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// SQLite's error codes for failed file operations.
  ///
  /// Each code is `SQLITE_IOERR` combined with the number of the operation.
  enum Code {
    static let read = SQLITE_IOERR | (1 << 8)
    static let write = SQLITE_IOERR | (3 << 8)
    static let sync = SQLITE_IOERR | (4 << 8)
    static let truncate = SQLITE_IOERR | (6 << 8)
    static let size = SQLITE_IOERR | (7 << 8)
    static let delete = SQLITE_IOERR | (10 << 8)
    static let access = SQLITE_IOERR | (13 << 8)
    static let map = SQLITE_IOERR | (21 << 8)
    /// The code for a read beyond the end of the file.
    ///
    /// SQLite then has zeros instead of the missing bytes.
    static let shortRead = SQLITE_IOERR | (2 << 8)
    /// The code (`SQLITE_IOERR_CORRUPTFS`) that SQLite's system layer returns if the disk fails to
    /// read.
    ///
    /// SQLite itself would treat this code as damage (`SQLITE_CORRUPT`). Therefore `PageGate`
    /// returns `Code.read` instead.
    static let refusedRead = SQLITE_IOERR | (33 << 8)
  }

  /// Runs a file operation, unless a test makes the operation fail, and returns SQLite's result
  /// code.
  ///
  /// The `errno` of a failure is recorded for `FileWatch.takeFailure`. If a test leaves the
  /// operation out (`FileFault.lost`), the result is `SQLITE_OK`.
  ///
  /// - Parameter code: The result code if a test makes the operation fail.
  static func act(
    _ page: Page?, _ file: FileOperation.File, _ act: FileOperation.Act, code: Int32,
    _ body: () -> Int32
  ) -> Int32 {
    let watch = unsafe page.flatMap { unsafe PageFileAccess.watch($0) }
    switch watch?.fault(file, act) {
    case nil: return unsafe note(body(), watch)
    case .lost: return SQLITE_OK
    case let fault?: return unsafe refuse(fault, watch, code)
    }
  }

  /// Runs `body`, an operation on an open file of the store, unless a test makes the operation
  /// fail.
  ///
  /// - Parameters:
  ///   - page: the record that the file layer has of the open file. If it is nil or its `role` is 0
  ///     (not a file of a store), tests cannot make the operation fail.
  ///   - code: the result code if a test makes the operation fail.
  /// - Returns: the result code of `body`, or `code`.
  static func act(
    _ page: Page?, _ act: FileOperation.Act, code: Int32, _ body: () -> Int32
  ) -> Int32 {
    guard let page = unsafe page, let file = unsafe FileOperation.File(rawValue: page.pointee.role)
    else { return body() }
    return unsafe PageGate.act(page, file, act, code: code, body)
  }

  /// Writes bytes through SQLite's system layer without adding a checksum, and returns SQLite's
  /// result code.
  ///
  /// - Parameters:
  ///   - page: the record that the file layer has of the open file.
  ///   - below: the open file of SQLite's system layer, to which the bytes are written.
  static func write(
    _ page: Page, _ below: File, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) -> Int32 {
    guard let write = unsafe below.pointee.pMethods.pointee.xWrite else { return SQLITE_MISUSE }
    let watch = unsafe PageFileAccess.watch(page)
    let act = FileOperation.Act.write(offset: offset, count: bytes.count)
    var count = Int32(bytes.count)
    if let file = unsafe FileOperation.File(rawValue: page.pointee.role),
      let fault = unsafe watch?.fault(file, act, Array(bytes))
    {
      guard case .torn(let kept, _) = fault else {
        return unsafe fault == .lost ? SQLITE_OK : refuse(fault, watch, Code.write)
      }
      count = min(Int32(clamping: max(kept, 0)), count)
      _ = unsafe write(below, bytes.baseAddress, count, offset)
      return unsafe refuse(fault, watch, Code.write)
    }
    return unsafe note(write(below, bytes.baseAddress, count, offset), watch)
  }

  private static func refuse(_ fault: FileFault, _ watch: FileWatch?, _ code: Int32) -> Int32 {
    watch?.record(errno: fault.errno)
    errno = fault.errno
    // The system layer gives this answer to a write for which there is no room.
    return fault.errno == ENOSPC && code == Code.write ? SQLITE_FULL : code
  }

  private static func note(_ code: Int32, _ watch: FileWatch?) -> Int32 {
    switch code & 0xFF {
    case SQLITE_IOERR where code != Code.shortRead: watch?.record(errno: errno)
    case SQLITE_FULL, SQLITE_CANTOPEN: watch?.record(errno: errno)
    default: break
    }
    return code == Code.refusedRead ? Code.read : code
  }
}
