// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// The methods of an open file: those of SQLite's own VFS, with a checksum for each page of a
/// database.
///
/// The checksum is added when a page is written, and checked when the page is read.
@unsafe
enum PageFileMethods {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Returns the table of methods, in version 3 of SQLite's interface for files
  /// (`sqlite3_io_methods`).
  ///
  /// Locks and shared memory are passed to SQLite's own VFS. So several processes share a store as
  /// they share any SQLite file.
  static func table() -> sqlite3_io_methods {
    var table = sqlite3_io_methods()
    table.iVersion = 3
    unsafe table.xRead = { unsafe PageFileMethods.read($0, $1, $2, $3) }
    unsafe table.xWrite = { unsafe PageFileMethods.write($0, $1, $2, $3) }
    unsafe table.xTruncate = { unsafe PageFileMethods.truncate($0, $1) }
    unsafe table.xSync = { unsafe PageFileMethods.sync($0, $1) }
    unsafe table.xFileSize = { unsafe PageFileMethods.size($0, $1) }
    unsafe table.xFileControl = { unsafe PageFileMethods.control($0, $1, $2) }
    unsafe passThrough(&table)
    // A memory-mapped page would bypass the check.
    unsafe table.xFetch = { _, _, _, place in
      unsafe place?.pointee = nil
      return SQLITE_OK
    }
    unsafe table.xUnfetch = { _, _, _ in SQLITE_OK }
    return table
  }

  private static func passThrough(_ table: inout sqlite3_io_methods) {
    unsafe table.xClose = { unsafe real($0).pointee.pMethods.pointee.xClose(real($0)) }
    unsafe table.xLock = { unsafe PageFileMethods.lock($0, $1) }
    unsafe table.xUnlock = { unsafe real($0).pointee.pMethods.pointee.xUnlock(real($0), $1) }
    unsafe table.xCheckReservedLock = {
      unsafe real($0).pointee.pMethods.pointee.xCheckReservedLock(real($0), $1)
    }
    unsafe table.xSectorSize = { unsafe real($0).pointee.pMethods.pointee.xSectorSize(real($0)) }
    unsafe table.xDeviceCharacteristics = {
      unsafe real($0).pointee.pMethods.pointee.xDeviceCharacteristics(real($0))
    }
    unsafe table.xShmMap = { unsafe PageFileMethods.map($0, $1, $2, $3, $4) }
    unsafe table.xShmLock = {
      if unsafe PageFileAccess.page($0)?.pointee.hasLoneIndex == 1 { return SQLITE_OK }
      // The lock for writers is released: gathered frames that were not committed are obsolete.
      if $1 == 0, $3 & SQLITE_SHM_UNLOCK != 0, let page = unsafe PageFileAccess.page($0) {
        unsafe PageFileAccess.watch(page)?.gathering.drop()
      }
      return unsafe real($0).pointee.pMethods.pointee.xShmLock(real($0), $1, $2, $3)
    }
    unsafe table.xShmBarrier = {
      guard unsafe PageFileAccess.page($0)?.pointee.hasLoneIndex != 1 else { return }
      unsafe real($0).pointee.pMethods.pointee.xShmBarrier(real($0))
    }
    unsafe table.xShmUnmap = { unsafe PageFileMethods.unmap($0, $1) }
  }

  static func read(
    _ file: File?, _ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let below = unsafe real(file)
    guard let page = unsafe PageFileAccess.page(file), let buffer = unsafe buffer else {
      return SQLITE_MISUSE
    }
    let act = FileOperation.Act.read(offset: offset, count: Int(count))
    let code = unsafe PageGate.act(page, act, code: PageGate.Code.read) {
      unsafe below.pointee.pMethods.pointee.xRead(below, buffer, count, offset)
    }
    guard code == SQLITE_OK || code == PageGate.Code.shortRead else { return code }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    return unsafe page.pointee.role == FileOperation.File.database.rawValue
      ? PageCheck.read(page, bytes, offset, code) : code
  }

  static func write(
    _ file: File?, _ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let below = unsafe real(file)
    guard let page = unsafe PageFileAccess.page(file), let buffer = unsafe buffer else {
      return SQLITE_MISUSE
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    return unsafe page.pointee.role == FileOperation.File.database.rawValue
      ? PageCheck.write(page, below, bytes, offset) : PageGate.write(page, below, bytes, offset)
  }

  static func truncate(_ file: File?, _ size: Int64) -> Int32 {
    let below = unsafe real(file)
    let page = unsafe PageFileAccess.page(file)
    return unsafe PageGate.act(page, .truncate(to: size), code: PageGate.Code.truncate) {
      unsafe below.pointee.pMethods.pointee.xTruncate(below, size)
    }
  }

  static func sync(_ file: File?, _ flags: Int32) -> Int32 {
    let below = unsafe real(file)
    return unsafe PageGate.act(PageFileAccess.page(file), .sync, code: PageGate.Code.sync) {
      unsafe below.pointee.pMethods.pointee.xSync(below, flags)
    }
  }

  static func size(_ file: File?, _ size: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    let below = unsafe real(file)
    return unsafe PageGate.act(PageFileAccess.page(file), .look, code: PageGate.Code.size) {
      unsafe below.pointee.pMethods.pointee.xFileSize(below, size)
    }
  }

  /// Takes a lock on the database file, and returns SQLite's result code.
  ///
  /// When the last connection closes, SQLite locks the whole file before it empties the log. If
  /// `keepsLog` is true, this lock is refused, so that the log stays unchanged.
  private static func lock(_ file: File?, _ level: Int32) -> Int32 {
    if level == SQLITE_LOCK_EXCLUSIVE, let page = unsafe PageFileAccess.page(file),
      unsafe PageFileAccess.watch(page)?.keepsLog ?? false
    {
      return SQLITE_BUSY
    }
    let below = unsafe real(file)
    return unsafe below.pointee.pMethods.pointee.xLock(below, level)
  }

  /// Maps a part of the log's index, which is memory that processes share.
  ///
  /// If SQLite requests it, a missing part is created. Returns SQLite's result code.
  private static func map(
    _ file: File?, _ region: Int32, _ size: Int32, _ extends: Int32,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    let below = unsafe real(file)
    let page = unsafe PageFileAccess.page(file)
    if unsafe page?.pointee.hasLoneIndex != 1 {
      let code = unsafe PageGate.act(page, .index, .take, code: PageGate.Code.map) {
        unsafe below.pointee.pMethods.pointee.xShmMap(below, region, size, extends, place)
      }
      guard code != SQLITE_OK, let page = unsafe page,
        let watch = unsafe PageFileAccess.watch(page),
        unsafe (watch.path + "-shm").withCString({ unsafe LoneIndex.isNeeded(besides: $0, errno) })
      else { return code }
      _ = watch.takeFailure()
      unsafe page.pointee.hasLoneIndex = 1
    }
    guard let page = unsafe page, let watch = unsafe PageFileAccess.watch(page) else {
      return SQLITE_MISUSE
    }
    unsafe place?.pointee = watch.makeLoneIndex()
      .region(Int(region), of: Int(size), extending: extends != 0)
    return SQLITE_OK
  }

  /// Releases the shared memory of the log's index.
  ///
  /// The last connection also removes the file of the index. SQLite ignores the result. If the file
  /// remains, the next connection overwrites it.
  private static func unmap(_ file: File?, _ deletes: Int32) -> Int32 {
    let below = unsafe real(file)
    // A lone index is freed with its connection.
    if unsafe PageFileAccess.page(file)?.pointee.hasLoneIndex == 1 { return SQLITE_OK }
    if deletes != 0, let page = unsafe PageFileAccess.page(file) {
      _ = unsafe PageFileAccess.watch(page)?.fault(.index, .delete)
    }
    return unsafe below.pointee.pMethods.pointee.xShmUnmap(below, deletes)
  }

  private static func control(
    _ file: File?, _ code: Int32, _ argument: UnsafeMutableRawPointer?
  ) -> Int32 {
    if code == PageFileSystem.watchOpcode, let argument = unsafe argument {
      unsafe PageFileAccess.page(file)?.pointee.watch = Unmanaged.fromOpaque(argument)
      return SQLITE_OK
    }
    let below = unsafe real(file)
    let answer = unsafe below.pointee.pMethods.pointee.xFileControl(below, code, argument)
    // SQLite asks this question at the last close, before it deletes the log. The answer 1 keeps
    // the log.
    if code == SQLITE_FCNTL_PERSIST_WAL, let keeps = unsafe argument, answer == SQLITE_OK,
      let page = unsafe PageFileAccess.page(file), unsafe !LogMarking.release(page)
    {
      unsafe keeps.storeBytes(of: 1, as: Int32.self)
    }
    return answer
  }
}

/// Returns the file structure of SQLite's own VFS for an open file.
///
/// SQLite calls methods only on files that are open.
private func real(_ file: UnsafeMutablePointer<sqlite3_file>?)
  -> UnsafeMutablePointer<sqlite3_file>
{
  guard let real = unsafe PageFileAccess.real(file) else {
    preconditionFailure("SQLite passes the file it calls a method of")
  }
  return unsafe real
}
