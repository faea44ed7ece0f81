// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// This library's VFS for SQLite, named `latchkey`: SQLite's own VFS, with a checksum on every
/// page.
///
/// The VFS is registered once per process, by name and never as the default. Other SQLite
/// connections of the program are therefore not affected (Specification/system-libraries.md, "A
/// checksum VFS in Swift").
enum PageFileSystem {
  /// The name under which SQLite knows this VFS.
  ///
  /// Every database of a store is opened with this name.
  static let name = "latchkey"
  /// The code of the file control call with which a connection passes its `FileWatch` to an open
  /// file.
  ///
  /// The argument of the call is a pointer to the `FileWatch`, which the file does not retain.
  static let watchOpcode: Int32 = 0x4C4B
  /// The SQLite error code for a page or frame with a wrong checksum (`SQLITE_IOERR_DATA`).
  static let damageCode: Int32 = SQLITE_IOERR | (32 << 8)

  /// Registers this VFS with SQLite, and returns true.
  ///
  /// Returns false if SQLite has no VFS of its own, or if there is not enough memory.
  static func register() -> Bool { isRegistered }

  private static let isRegistered: Bool = {
    guard sqlite3_initialize() == SQLITE_OK, let base = unsafe tables.base else { return false }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe layer.initialize(to: base.pointee)
    unsafe layer.pointee.pNext = nil
    unsafe layer.pointee.zName = UnsafePointer(strdup(name))
    unsafe layer.pointee.szOsFile = Int32(PageFile.room) + base.pointee.szOsFile
    unsafe layer.pointee.xOpen = { unsafe PageFileSystem.open($0, $1, $2, $3, $4) }
    ForkedFiles.prepare()
    unsafe layer.pointee.xDelete = { unsafe PageFileSystem.delete($1, $2) }
    // SQLite gives up after a hundred looks at unfinished shared memory, and sleeps ten seconds in
    // all between them. Half of this time is the busy limit.
    unsafe layer.pointee.xSleep = { PageFileSystem.sleep(microseconds: $1 / 2) }
    unsafe layer.pointee.xAccess = { unsafe PageFileSystem.access($1, $2, $3) }
    return unsafe sqlite3_vfs_register(layer, 0) == SQLITE_OK
  }()

  /// The tables of methods to which every open file points.
  ///
  /// The tables are never freed, because SQLite may call their methods at any time.
  private static let tables = Tables()

  @safe
  private struct Tables: @unchecked Sendable {
    let base: UnsafeMutablePointer<sqlite3_vfs>?
    let methods: UnsafeMutablePointer<sqlite3_io_methods>
    let logMethods: UnsafeMutablePointer<sqlite3_io_methods>
    /// The path of an empty file, which is opened instead of a log that does not exist and cannot
    /// be created.
    ///
    /// The string is never freed. Nil only if there is not enough memory.
    let nothing: UnsafePointer<CChar>?

    init() {
      unsafe base = sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)
      unsafe methods = .allocate(capacity: 1)
      unsafe methods.initialize(to: PageFileMethods.table())
      unsafe logMethods = .allocate(capacity: 1)
      unsafe logMethods.initialize(to: LogFileMethods.table())
      unsafe nothing = UnsafePointer(strdup("/dev/null"))
    }
  }

  private static func open(
    _: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let base = unsafe tables.base, let file = unsafe file,
      let page = unsafe PageFileAccess.page(file), let real = unsafe PageFileAccess.real(file)
    else { return SQLITE_CANTOPEN }
    unsafe page.initialize(to: PageFile())
    unsafe assignRole(page, flags: flags, path: path)
    let act = FileOperation.Act.open(creates: flags & SQLITE_OPEN_CREATE != 0)
    unsafe real.pointee.pMethods = nil
    var code = unsafe PageGate.act(page, act, code: SQLITE_CANTOPEN) {
      unsafe base.pointee.xOpen(base, path, real, flags, outFlags)
    }
    if code != SQLITE_OK, flags & SQLITE_OPEN_WAL != 0, let path = unsafe path,
      let watch = unsafe PageFileAccess.watch(page), unsafe LoneIndex.isNeeded(besides: path, errno)
    {
      // There is no log and it cannot be created. An empty file takes its place.
      watch.hasNoLog = true
      _ = watch.takeFailure()
      code = unsafe base.pointee.xOpen(
        base, tables.nothing, real, SQLITE_OPEN_READONLY | SQLITE_OPEN_WAL, outFlags)
    }
    // SQLite closes a file exactly if its methods are set, even after a failed open.
    if unsafe real.pointee.pMethods != nil {
      let isLog = flags & SQLITE_OPEN_WAL != 0
      unsafe file.pointee.pMethods = UnsafePointer(isLog ? tables.logMethods : tables.methods)
    }
    return code
  }

  private static func sleep(microseconds: Int32) -> Int32 {
    guard let base = unsafe tables.base else { return 0 }
    return unsafe base.pointee.xSleep(base, microseconds)
  }

  private static func delete(_ path: UnsafePointer<CChar>?, _ syncs: Int32) -> Int32 {
    guard let base = unsafe tables.base else { return SQLITE_MISUSE }
    return unsafe beside(path, .delete, code: PageGate.Code.delete) {
      unsafe base.pointee.xDelete(base, path, syncs)
    }
  }

  private static func access(
    _ path: UnsafePointer<CChar>?, _ flags: Int32, _ answer: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let base = unsafe tables.base else { return SQLITE_MISUSE }
    return unsafe beside(path, .look, code: PageGate.Code.access) {
      unsafe base.pointee.xAccess(base, path, flags, answer)
    }
  }

  /// Runs an operation on a log or journal that is not open, unless a test makes the operation
  /// fail.
  ///
  /// SQLite finds the database file of the log by the address of `path`. So `path` must be SQLite's
  /// copy of the path.
  private static func beside(
    _ path: UnsafePointer<CChar>?, _ act: FileOperation.Act, code: Int32, _ body: () -> Int32
  ) -> Int32 {
    guard let path = unsafe path else { return body() }
    let isLog = unsafe ends(path, with: "-wal")
    guard unsafe isLog || ends(path, with: "-journal") else { return body() }
    let database = unsafe PageFileAccess.page(sqlite3_database_file_object(path))
    return unsafe PageGate.act(database, isLog ? .log : .journal, act, code: code, body)
  }

  private static func ends(_ path: UnsafePointer<CChar>, with suffix: StaticString) -> Bool {
    let start = unsafe strlen(path) - suffix.utf8CodeUnitCount
    return unsafe start >= 0 && strcmp(path + start, suffix.utf8Start) == 0
  }

  private static func assignRole(
    _ page: UnsafeMutablePointer<PageFile>, flags: Int32, path: UnsafePointer<CChar>?
  ) {
    if flags & SQLITE_OPEN_MAIN_DB != 0 {
      unsafe page.pointee.role = FileOperation.File.database.rawValue
      unsafe page.pointee.database = page
      return
    }
    let isLog = flags & SQLITE_OPEN_WAL != 0
    guard isLog || flags & SQLITE_OPEN_MAIN_JOURNAL != 0, let path = unsafe path else { return }
    let role = isLog ? FileOperation.File.log : .journal
    unsafe page.pointee.role = role.rawValue
    unsafe page.pointee.database = PageFileAccess.page(sqlite3_database_file_object(path))
  }
}
