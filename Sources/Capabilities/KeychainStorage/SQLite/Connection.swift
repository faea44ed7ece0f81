// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes

/// One SQLite connection with its kept statements.
///
/// Used by one thread at a time; whoever leases it sees to that. Closes the handle when it goes.
@safe
package final class Connection: @unchecked Sendable {
  /// How to open a database.
  package struct Opening: Sendable {
    /// Whether an empty file may be made a database.
    package var creates = false
    /// For a file that is being created: the first eight bytes of the store's identity.
    package var salt: UInt64 = 0
    /// For a file that is being created: bytes of a page, so that pages can have their sums in
    /// whichever order they are written; 0 where the first page comes first.
    package var pageSize: Int32 = 0
    /// How long a call waits for another writer, in milliseconds.
    package var busyLimit: Int32 = 5_000
    package var gate: FileGate?
    /// Whether pages and log are compared with their sums and the mark; not where pages of another
    /// SQLite are to be accepted.
    package var checksSums = true
    /// Whether SQLite obeys little of what the file says; not in tests that play an attacker.
    package var isHardened = true

    package init() {}
  }

  /// The database file.
  package let path: String

  let handle: OpaquePointer
  let wait = BusyWait()
  let guardian = SchemaGuard()
  let log = LogLength()
  /// Whether closing leaves database and log as they are, though nobody else has them open: for a
  /// store that was refused.
  var leavesFiles = false
  /// Whether it has read a schema that nobody has compared, and must not be used again.
  private(set) var isStale = false
  let watch: FileWatch
  // Walked, not hashed: there are few, and those that are used most were prepared first.
  private var kept: [(key: StatementKey, statement: Statement)] = []
  private var ways: [(key: StatementKey, way: KeptWay)] = []
  /// Until when a reader need not look whether the store is in its place; nil: it must.
  var isInPlaceUntil: MonotonicTime?
  /// The files as they were before the connection was opened, where nobody tells it of changes.
  var stamp: FileStamp?
  /// What was last read of the generations of keys.
  var seenEpochs: SeenEpochs?

  /// Opens the file behind the checksum layer.
  ///
  /// - Throws: `StorageError`, the codes of `sqlite3_open_v2`.
  package init(_ path: String, _ opening: Opening = Opening()) throws(StorageError) {
    guard PageFileSystem.register() else { throw .outOfMemory }
    guard ForkedFiles.areSeparate else { throw .forked }
    let watch = FileWatch(path, opening)
    // The files learn of the gate only when they are open.
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

  /// Has the file layer read page size and salt, once it can tell what is in the way.
  private func beginFile() -> Int32 {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    // A database in memory has no file.
    guard code == SQLITE_OK, let page = unsafe PageFileAccess.page(file),
      unsafe file?.pointee.pMethods != nil
    else { return code }
    return unsafe PageCheck.begin(page)
  }

  /// SQLite's own name of the file, behind links: the log lies beside that.
  private var fullPath: String? {
    guard let full = unsafe sqlite3_db_filename(handle, "main"), unsafe full.pointee != 0 else {
      return nil
    }
    return unsafe String(cString: full)
  }

  /// Whether page 1 carries the salt of this store; true where no sums are compared.
  ///
  /// Where the log replaces page 1, no read of that page compares its end.
  func carries(salt: UInt64) -> Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard watch.checksSums else { return true }
    return unsafe code == SQLITE_OK && PageFileAccess.page(file)?.pointee.salt == salt
  }

  deinit {
    ways.removeAll()
    kept.removeAll()
    // A log without a byte is SQLite's own, made a moment ago, and goes again.
    let hasLog = fullPath.map { StoreFile.size($0 + "-wal") > 0 } ?? false
    watch.keepsLog = leavesFiles && hasLog
    if hasLog, !leavesFiles { emptyLogIfLast() }
    unsafe sqlite3_close_v2(handle)
  }

  /// The statement kept under a key, prepared from `text` at its first use.
  package func statement(
    _ key: StatementKey, _ text: () -> String
  ) throws(StorageError) -> Statement {
    for entry in kept where entry.key == key { return entry.statement }
    let statement = try Statement(self, text(), persistent: true)
    kept.append((key, statement))
    return statement
  }

  /// The way kept under the shape of a plan, made by `choose` for the first one.
  func way(
    _ shape: StatementKey, _ choose: () throws(StorageError) -> KeptWay
  ) throws(StorageError) -> KeptWay {
    for entry in ways where entry.key == shape { return entry.way }
    let way = try choose()
    ways.append((shape, way))
    return way
  }

  /// Runs statements without parameters and results, one after another.
  package func execute(_ text: String) throws(StorageError) {
    let code = guardian.admitting { unsafe sqlite3_exec(handle, text, nil, nil, nil) }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The first number of the first row; nil when there is none.
  package func number(_ text: String) throws(StorageError) -> Int64? {
    try once(text) { (row) throws(StorageError) in row.number(0) }
  }

  /// The first text of the first row; nil when there is none.
  package func text(_ text: String) throws(StorageError) -> String? {
    try once(text) { (row) throws(StorageError) in row.text(0) } ?? nil
  }

  /// The first row of a statement that is compiled and run at once; it may compile others.
  private func once<R>(
    _ text: String, _ body: (borrowing Row) throws(StorageError) -> R
  ) throws(StorageError) -> R? {
    try guardian.admitting { () throws(StorageError) in
      try Statement(self, text, persistent: false).first(body)
    }
  }

  /// Reserves the room for the checksum at the end of each page; before the first page is written.
  package func reserveSumRoom() throws(StorageError) {
    var count = Int32(PageSum.size)
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Whether the path names another file than the one that was opened, or none.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Refuses what was read while somebody changed the store by a way that is closed here; read anew
  /// it is right.
  func confirmAlone() throws(StorageError) {
    guard let stamp else { return }
    guard stamp == FileStamp(path) else { throw .rekeyed }
  }

  /// Whether the system let the file be opened for reading only.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  /// The kept statements that ran since this was last asked, with their machine steps.
  func takeSteps() -> [(text: String, steps: Int)] {
    kept.compactMap { _, statement in
      let steps = statement.takeSteps()
      return steps > 0 ? (statement.text, steps) : nil
    }
  }

  /// SQLite's lines about how it would run a statement.
  package func queryPlan(_ text: String) throws(StorageError) -> [String] {
    let explained = try Statement(self, "EXPLAIN QUERY PLAN " + text, persistent: false)
    var lines: [String] = []
    try explained.forEach { (row) throws(StorageError) in
      lines.append(row.text(3) ?? "")
      return true
    }
    return lines
  }

  /// Rows changed by the statement that ran last.
  package var changes: Int { unsafe Int(sqlite3_changes(handle)) }

  /// Ends the call that runs on this connection; may be called from another thread.
  package func interrupt() {
    unsafe sqlite3_interrupt(handle)
  }

  /// The error behind a code that SQLite has just answered.
  func error(_ code: Int32) -> StorageError {
    // A statement would have been compiled anew, since the schema is another one now.
    if code & 0xFF == SQLITE_AUTH {
      isStale = true
      return schemaChange
    }
    // Shared memory or log that could not be made: SQLite's second try hides why.
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

/// Names a kept statement: what it is, and up to two words of its shape.
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

/// How many frames the log had after the last commit of a connection.
///
/// The count takes the place of SQLite's automatic checkpoint, which runs before a commit returns.
final class LogLength {
  /// A log of so many is copied into the database file: 2 MB of pages.
  static let limit: Int32 = 4_000

  var frames: Int32 = 0

  /// Counts from now on, for a connection whose object keeps this one.
  @unsafe
  func count(on handle: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context = unsafe context else { return SQLITE_OK }
        unsafe Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().frames = frames
        return SQLITE_OK
      }, context)
  }
}
