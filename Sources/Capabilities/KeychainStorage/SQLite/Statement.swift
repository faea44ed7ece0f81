// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// A prepared statement.
///
/// Parameters are numbered from 1; a run resets it afterwards.
@safe
package final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  /// Room for one sixteen-byte parameter each, so that binding a digest copies no heap block.
  private let scratch: UnsafeMutableRawPointer
  private let parameterCount: Int32
  /// Room for the other bytes of a run, for which SQLite would take memory and free it again; made
  /// when a statement first has some.
  private var room: UnsafeMutableRawPointer?
  private var roomUsed = 0
  private static let roomSize = 1_024
  /// Whether larger bytes were copied into SQLite, to be freed after the run.
  private var holdsCopies = false

  init(_ connection: Connection, _ text: String, persistent: Bool) throws(StorageError) {
    var prepared: OpaquePointer?
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = connection.guardian.admitting {
      unsafe sqlite3_prepare_v3(connection.handle, text, -1, flags, &prepared, nil)
    }
    guard code == SQLITE_OK, let handle = unsafe prepared else {
      throw connection.error(code == SQLITE_OK ? SQLITE_MISUSE : code)
    }
    unsafe self.handle = handle
    self.connection = connection
    parameterCount = unsafe sqlite3_bind_parameter_count(handle)
    unsafe scratch = .allocate(byteCount: 16 * Int(max(parameterCount, 1)), alignment: 8)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe scratch.deallocate()
    unsafe room?.deallocate()
  }

  /// Binds a number, or NULL.
  package func bind(_ value: Int64?, at place: Int32) {
    if let value {
      unsafe sqlite3_bind_int64(handle, place, value)
    } else {
      unsafe sqlite3_bind_null(handle, place)
    }
  }

  /// Binds sixteen bytes, or NULL.
  package func bind(_ value: Identifier16?, at place: Int32) {
    guard let value, place >= 1, place <= parameterCount else {
      unsafe sqlite3_bind_null(handle, place)
      return
    }
    let room = unsafe scratch + 16 * Int(place - 1)
    unsafe value.store(to: room)
    unsafe sqlite3_bind_blob(handle, place, room, 16, nil)
  }

  /// Binds the first eight of sixteen bytes.
  package func bind(prefix value: Identifier16, at place: Int32) {
    guard place >= 1, place <= parameterCount else { return }
    let room = unsafe scratch + 16 * Int(place - 1)
    unsafe value.store(to: room)
    unsafe sqlite3_bind_blob(handle, place, room, 8, nil)
  }

  /// Binds bytes, or NULL; a copy is held until the run ends.
  package func bind(_ value: [UInt8]?, at place: Int32) {
    guard let value else {
      unsafe sqlite3_bind_null(handle, place)
      return
    }
    guard !value.isEmpty else {
      unsafe sqlite3_bind_zeroblob(handle, place, 0)
      return
    }
    if let copy = unsafe roomForCopy(of: value) {
      unsafe sqlite3_bind_blob(handle, place, copy, Int32(value.count), nil)
      return
    }
    holdsCopies = true
    unsafe value.withUnsafeBytes { bytes in
      unsafe _ = sqlite3_bind_blob64(
        handle, place, bytes.baseAddress, UInt64(bytes.count), Self.copying)
    }
  }

  /// A copy in the statement's own room; nil where there is no more.
  private func roomForCopy(of bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    guard bytes.count <= Self.roomSize - roomUsed else { return nil }
    let start = unsafe room ?? .allocate(byteCount: Self.roomSize, alignment: 16)
    unsafe room = start
    let copy = unsafe start + roomUsed
    roomUsed += bytes.count
    unsafe bytes.withUnsafeBytes {
      unsafe copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
    }
    return unsafe copy
  }

  /// Binds text.
  package func bind(_ value: String, at place: Int32) {
    holdsCopies = true
    var value = value
    value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        unsafe _ = sqlite3_bind_text(
          handle, place, text.baseAddress, Int32(text.count), Self.copying)
      }
    }
  }

  /// Runs a statement that has no rows to give.
  package func run() throws(StorageError) {
    try forEach { (_) throws(StorageError) in true }
  }

  /// What `body` makes of the first row; nil when there is none.
  package func first<R>(
    _ body: (borrowing Row) throws(StorageError) -> R
  ) throws(StorageError) -> R? {
    var result: R?
    try forEach { (row) throws(StorageError) in
      result = try body(row)
      return false
    }
    return result
  }

  /// Gives `body` each row until it answers false; the row is lent for the call only.
  @inline(__always)
  package func forEach(
    _ body: (borrowing Row) throws(StorageError) -> Bool
  ) throws(StorageError) {
    defer { reset() }
    while true {
      switch unsafe sqlite3_step(handle) {
      case SQLITE_ROW: if try !body(unsafe Row(handle)) { return }
      case SQLITE_DONE: return
      case let code: throw connection.error(code)
      }
    }
  }

  /// The statement as it was prepared.
  var text: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

  /// Machine steps since this was last asked.
  func takeSteps() -> Int {
    unsafe Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
  }

  private func reset() {
    unsafe sqlite3_reset(handle)
    roomUsed = 0
    guard holdsCopies else { return }
    unsafe sqlite3_clear_bindings(handle)
    holdsCopies = false
  }

  /// `SQLITE_TRANSIENT`, which the importer cannot say.
  private static let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
