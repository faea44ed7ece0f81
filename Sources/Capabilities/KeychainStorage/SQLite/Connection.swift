// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes

/// An SQLite connection to the database of a store, with its prepared statements.
///
/// Only one thread at a time may use a connection: the thread that has leased the connection. The
/// SQLite handle closes when this object is freed.
@safe
package final class Connection: @unchecked Sendable {
  /// The options for opening a database.
  package struct Opening: Sendable {
    /// True to create the database if the file is empty.
    package var creates = false
    /// The salt for the page checksums of a new file: the first eight bytes of the store's
    /// identity.
    package var salt: UInt64 = 0
    /// The page size of a new file in bytes.
    ///
    /// If the size is given, pages can be written in any order. Zero to take the size from the
    /// first page, which must then be written before all other pages.
    package var pageSize: Int32 = 0
    /// The maximum time that a call waits for a lock of another process, in milliseconds.
    package var busyLimit: Int32 = 5_000
    package var gate: FileGate?
    /// True to check the checksum of each page, and to check that the log has the frames that its
    /// mark file names as needed.
    ///
    /// False to accept pages that another SQLite program wrote.
    package var checksSums = true
    /// True to switch off the features of SQLite through which a forged file could act, for example
    /// triggers and views.
    ///
    /// False only in tests that act as an attacker.
    package var isHardened = true

    package init() {}
  }

  /// The path of the database file.
  package let path: String

  let handle: OpaquePointer
  let wait = BusyWait()
  let guardian = SchemaGuard()
  let log = LogLength()
  /// True if closing this connection must not change the database and the log, even if it is the
  /// last connection.
  ///
  /// True for a store that failed a check, was replaced or is read-only, and if the options of the
  /// store demand it.
  var leavesFiles = false
  /// True if another program has changed the schema of the database, so that this connection must
  /// not be used again.
  private(set) var isStale = false
  let watch: FileWatch
  // A list, not a dictionary: there are few statements, and those used most were prepared first.
  private var kept: [(key: StatementKey, statement: Statement)] = []
  private var ways: [(key: StatementKey, way: KeptWay)] = []
  /// The time until which the path of the database is assumed to name the open file.
  ///
  /// Nil if the next read must check the path.
  var isInPlaceUntil: MonotonicTime?
  /// The inode numbers, sizes and times of the store's files before this connection was opened.
  ///
  /// Nil if the connection notices changes of the files through shared memory.
  var stamp: FileStamp?
  /// The generations of keys that this connection read last from the store, or nil before the first
  /// read.
  var seenEpochs: SeenEpochs?

  /// Opens a database file through this library's VFS (`PageFileSystem`), which checks the checksum
  /// of each page.
  ///
  /// - Throws: The `StorageError` for the result code of `sqlite3_open_v2`.
  package init(_ path: String, _ opening: Opening = Opening()) throws(StorageError) {
    guard PageFileSystem.register() else { throw .outOfMemory }
    guard ForkedFiles.areSeparate else { throw .forked }
    let watch = FileWatch(path, opening)
    // The gate is asked here, because SQLite's files know the gate only after they are open.
    if let fault = watch.fault(.database, .open(creates: opening.creates)), fault != .lost {
      throw .opening(code: SQLITE_CANTOPEN, errno: fault.errno, path: path)
    }
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (opening.creates ? SQLITE_OPEN_CREATE : 0)
    let code = unsafe sqlite3_open_v2(path, &opened, flags, PageFileSystem.name)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let errno = unsafe opened.map { unsafe sqlite3_system_errno($0) } ?? 0
      unsafe sqlite3_close_v2(opened)
      throw StorageError.opening(code: code, errno: errno, path: path)
    }
    self.path = path
    unsafe self.handle = handle
    self.watch = watch
    let isHardened =
      unsafe !opening.isHardened || latchkey_sqlite_harden(handle) == SQLITE_OK
    unsafe guardian.install(on: handle)
    unsafe wait.install(on: handle)
    unsafe log.count(on: handle)
    limitWaiting(to: Int(opening.busyLimit))
    unsafe sqlite3_file_control(
      handle, "main", PageFileSystem.watchOpcode, Unmanaged.passUnretained(watch).toOpaque())
    if opening.checksSums, let full = fullPath {
      watch.mark = LogMarkFile(full + "-mark", gate: opening.gate)
    }
    let beginning = isHardened ? beginFile() : SQLITE_MISUSE
    guard beginning == SQLITE_OK else {
      leavesFiles = true
      throw error(beginning)
    }
  }

  /// Reads the page size and the salt of the open file into its `PageFile`, and returns SQLite's
  /// result code.
  ///
  /// Call this only after the open file has its `FileWatch`, which records why a read fails.
  private func beginFile() -> Int32 {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    // A database in memory has no file.
    guard code == SQLITE_OK, let page = unsafe PageFileAccess.page(file),
      unsafe file?.pointee.pMethods != nil
    else { return code }
    return unsafe PageCheck.begin(page)
  }

  /// The path of the database file with symbolic links resolved, as SQLite uses it.
  ///
  /// The log and its mark file are beside this path. Nil for a database in memory.
  private var fullPath: String? {
    guard let full = unsafe sqlite3_db_filename(handle, "main"), unsafe full.pointee != 0 else {
      return nil
    }
    return unsafe String(cString: full)
  }

  /// True if page 1 of the database file contains the given salt, which is the first eight bytes of
  /// the store's identity.
  ///
  /// Also true if the connection checks no checksums. If the log contains a newer copy of page 1,
  /// SQLite never reads page 1 of the database file. So no other check covers the salt in that
  /// page.
  func carries(salt: UInt64) -> Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard watch.checksSums else { return true }
    return unsafe code == SQLITE_OK && PageFileAccess.page(file)?.pointee.salt == salt
  }

  deinit {
    ways.removeAll()
    kept.removeAll()
    // A log without content does not count: SQLite has just created it and will remove it.
    let hasLog = fullPath.map { StoreFile.size($0 + "-wal") > 0 } ?? false
    watch.keepsLog = leavesFiles && hasLog
    if hasLog, !leavesFiles { emptyLogIfLast() }
    unsafe sqlite3_close_v2(handle)
  }

  /// Returns the prepared statement with a key, which the connection keeps for later calls.
  ///
  /// At the first call, the statement is prepared from the SQL in `text`.
  package func statement(
    _ key: StatementKey, _ text: () -> String
  ) throws(StorageError) -> Statement {
    for entry in kept where entry.key == key { return entry.statement }
    let statement = try Statement(self, text(), persistent: true)
    kept.append((key, statement))
    return statement
  }

  /// Returns the access path (index and conditions) and the prepared statement for plans of the
  /// given shape.
  ///
  /// The shape of a plan is a key for all properties on which the access path depends
  /// (`AccessPath.shape`). At the first call for a shape, `choose` returns the path and the
  /// statement. The connection keeps both for later calls.
  func way(
    _ shape: StatementKey, _ choose: () throws(StorageError) -> KeptWay
  ) throws(StorageError) -> KeptWay {
    for entry in ways where entry.key == shape { return entry.way }
    let way = try choose()
    ways.append((shape, way))
    return way
  }

  /// Runs one or more SQL statements that have no parameters and return no rows.
  package func execute(_ text: String) throws(StorageError) {
    let code = guardian.admitting { unsafe sqlite3_exec(handle, text, nil, nil, nil) }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs an SQL query, and returns the number in the first column of its first row.
  ///
  /// Nil if the query returns no row.
  package func number(_ text: String) throws(StorageError) -> Int64? {
    try once(text) { (row) throws(StorageError) in row.number(0) }
  }

  /// Runs an SQL query, and returns the text in the first column of its first row.
  ///
  /// Nil if the query returns no row, or if the value is NULL.
  package func text(_ text: String) throws(StorageError) -> String? {
    try once(text) { (row) throws(StorageError) in row.text(0) } ?? nil
  }

  /// Prepares and runs an SQL query once, and returns the result of `body` for its first row.
  ///
  /// Nil if the query returns no row. The query may make SQLite prepare other statements, for
  /// example to change the schema.
  private func once<R>(
    _ text: String, _ body: (borrowing Row) throws(StorageError) -> R
  ) throws(StorageError) -> R? {
    try guardian.admitting { () throws(StorageError) in
      try Statement(self, text, persistent: false).first(body)
    }
  }

  /// Reserves sixteen bytes for the checksum at the end of each page of a new database.
  ///
  /// Call this before the first page is written.
  package func reserveSumRoom() throws(StorageError) {
    var count = Int32(PageSum.size)
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// True if the path of the database names no file, or a file other than the open file.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Throws `rekeyed` if another process changed the files of the store while this connection read
  /// them.
  ///
  /// The caller then reads again. Only a connection without shared memory makes this check, because
  /// it cannot notice the changes in another way.
  func confirmAlone() throws(StorageError) {
    guard let stamp else { return }
    guard stamp == FileStamp(path) else { throw .rekeyed }
  }

  /// True if the file could be opened only for reading.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  /// Returns the SQL text and the number of steps of each kept statement that ran since the last
  /// call.
  ///
  /// A step is an instruction of SQLite's virtual machine.
  func takeSteps() -> [(text: String, steps: Int)] {
    kept.compactMap { _, statement in
      let steps = statement.takeSteps()
      return steps > 0 ? (statement.text, steps) : nil
    }
  }

  /// Returns SQLite's query plan for a statement, one line for each step.
  package func queryPlan(_ text: String) throws(StorageError) -> [String] {
    let explained = try Statement(self, "EXPLAIN QUERY PLAN " + text, persistent: false)
    var lines: [String] = []
    try explained.forEach { (row) throws(StorageError) in
      lines.append(row.text(3) ?? "")
      return true
    }
    return lines
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  package var changes: Int { unsafe Int(sqlite3_changes(handle)) }

  /// Makes the SQLite call that now runs on this connection fail with `interrupted`.
  ///
  /// Any thread may call this method.
  package func interrupt() {
    unsafe sqlite3_interrupt(handle)
  }

  /// Returns the `StorageError` for the result code that the last SQLite call returned.
  func error(_ code: Int32) -> StorageError {
    // SQLite was about to compile a kept statement again, because the schema has changed.
    if code & 0xFF == SQLITE_AUTH {
      isStale = true
      return schemaChange
    }
    // SQLite could not create the shared memory or the log, and its second attempt hides the cause.
    if code & 0xFF == SQLITE_CANTOPEN || (18...21).contains(code >> 8),
      code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR,
      StoreFile.isOutOfRoom(ItemStore.parent(of: path))
    {
      return .full
    }
    return StorageError.make(
      code: code, errno: unsafe watch.takeFailure() ?? sqlite3_system_errno(handle),
      message: unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "",
      damage: watch.takeDamage(), path: path)
  }
}

/// The key of a prepared statement in a connection: the kind of the statement, and two numbers for
/// its variant.
package struct StatementKey: Hashable, Sendable {
  package let kind: UInt32
  package let shape: UInt64
  package let more: UInt64

  package init(_ kind: UInt32, _ shape: UInt64 = 0, _ more: UInt64 = 0) {
    self.kind = kind
    self.shape = shape
    self.more = more
  }
}
