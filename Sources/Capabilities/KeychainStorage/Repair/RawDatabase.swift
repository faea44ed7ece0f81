// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// Reads the bytes of the database file directly, without SQLite's page cache and without checking
/// checksums.
///
/// The file is opened through SQLite's own VFS, because only this VFS knows the locks that this
/// process holds on the file. Closing another descriptor of the file would drop these locks
/// (Specification/system-libraries.md, "fork after use"). Only one thread at a time may use an
/// object of this class.
@safe
final class RawDatabase: PageSource {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let name: UnsafeMutablePointer<CChar>
  let path: String

  /// Opens the database file at a path.
  ///
  /// - Throws: `refused` or `readOnly` if the system refuses to open the file. `outOfMemory` if
  ///   SQLite cannot start.
  init(_ path: String) throws(StorageError) {
    guard sqlite3_initialize() == SQLITE_OK,
      let layer = unsafe sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)
    else { throw .outOfMemory }
    self.path = path
    // The layer expects two zeros behind a name, where URI parameters would follow.
    let bytes = Array(path.utf8CString) + [0, 0]
    unsafe name = .allocate(capacity: bytes.count)
    unsafe name.update(from: bytes, count: bytes.count)
    let size = unsafe Int(layer.pointee.szOsFile)
    let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe file = room.assumingMemoryBound(to: sqlite3_file.self)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB
    let code = unsafe layer.pointee.xOpen(layer, name, file, flags, nil)
    // All properties are set by now, so `deinit` also cleans up after a failed opening.
    guard code == SQLITE_OK else {
      throw StorageError.opening(code: code, errno: errno, path: path)
    }
  }

  deinit {
    // If there are no methods, the file was never opened.
    if unsafe file.pointee.pMethods != nil {
      _ = unsafe file.pointee.pMethods.pointee.xUnlock(file, SQLITE_LOCK_NONE)
      _ = unsafe file.pointee.pMethods.pointee.xClose(file)
    }
    unsafe UnsafeMutableRawPointer(file).deallocate()
    unsafe name.deallocate()
  }

  /// Locks the database file exclusively, so that no other connection can open the store.
  ///
  /// Each open connection has a shared lock on the file, so the call waits until all connections
  /// are closed.
  ///
  /// - Throws: `busy` if other connections are still open after `milliseconds`.
  func lockAlone(within milliseconds: Int) throws(StorageError) {
    var waited = 0
    while true {
      let methods = unsafe file.pointee.pMethods.pointee
      var code = unsafe methods.xLock(file, SQLITE_LOCK_SHARED)
      if code == SQLITE_OK { code = unsafe methods.xLock(file, SQLITE_LOCK_EXCLUSIVE) }
      if code == SQLITE_OK { return }
      _ = unsafe methods.xUnlock(file, SQLITE_LOCK_NONE)
      guard code & 0xFF == SQLITE_BUSY else { throw .inputOutput(code) }
      guard waited < milliseconds else { throw .busy }
      usleep(20_000)
      waited += 20
    }
  }

  var size: Int {
    var size: sqlite3_int64 = 0
    let code = unsafe file.pointee.pMethods.pointee.xFileSize(file, &size)
    return code == SQLITE_OK ? Int(size) : 0
  }

  /// Returns `count` bytes of the database file, starting at an offset.
  ///
  /// Nil if the file ends before the last of these bytes, or cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = unsafe file.pointee.pMethods.pointee.xRead(
      file, &bytes, Int32(count), Int64(offset))
    return code == SQLITE_OK ? bytes : nil
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    let code = unsafe file.pointee.pMethods.pointee.xWrite(
      file, bytes, Int32(bytes.count), Int64(offset))
    guard code == SQLITE_OK else { throw code == SQLITE_FULL ? .full : .inputOutput(code) }
  }

  func sync() throws(StorageError) {
    let code = unsafe file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL)
    guard code == SQLITE_OK else { throw .inputOutput(code) }
  }
}
