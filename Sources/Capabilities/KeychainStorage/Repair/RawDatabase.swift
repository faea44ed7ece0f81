// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// The database file as bytes, without sums and without anything that SQLite thinks of them.
///
/// Opened through SQLite's own system layer, which alone knows which locks this process holds on
/// the file: closing a descriptor of one's own would drop them (spec/system-libraries.md 20). Used
/// by one thread at a time.
@safe
final class RawDatabase: PageSource {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let name: UnsafeMutablePointer<CChar>
  let path: String

  /// - Throws: `refused`, `readOnly`, as an opening does.
  init(_ path: String) throws(StorageError) {
    guard sqlite3_initialize() == SQLITE_OK,
      let layer = unsafe sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)
    else { throw .outOfMemory }
    self.path = path
    // The layer asks for two zeros behind a name, where parameters would stand.
    let bytes = Array(path.utf8CString) + [0, 0]
    unsafe name = .allocate(capacity: bytes.count)
    unsafe name.update(from: bytes, count: bytes.count)
    let size = unsafe Int(layer.pointee.szOsFile)
    let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe file = room.assumingMemoryBound(to: sqlite3_file.self)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB
    let code = unsafe layer.pointee.xOpen(layer, name, file, flags, nil)
    // Everything has its value now, so that a failed opening ends in `deinit` too.
    guard code == SQLITE_OK else {
      throw StorageError.opening(code: code, errno: errno, path: path)
    }
  }

  deinit {
    // Without methods the file was never opened.
    if unsafe file.pointee.pMethods != nil {
      _ = unsafe file.pointee.pMethods.pointee.xUnlock(file, SQLITE_LOCK_NONE)
      _ = unsafe file.pointee.pMethods.pointee.xClose(file)
    }
    unsafe UnsafeMutableRawPointer(file).deallocate()
    unsafe name.deallocate()
  }

  /// Keeps everybody else from opening the store; each connection holds its share of the lock as
  /// long as it is open, so that this fails while any is.
  ///
  /// - Throws: `busy` when others are still there after so many milliseconds.
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

  /// Bytes at an offset; nil when the file ends before their end or cannot be read.
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
