// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// A prepared SQL statement of a connection.
///
/// Parameters are numbered from 1. The statement is reset after each run.
@safe
package final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  /// A buffer with sixteen bytes for each parameter, so that passing a digest to SQLite allocates
  /// no memory.
  private let scratch: UnsafeMutableRawPointer
  private let parameterCount: Int32
  /// A buffer for byte arrays, so that SQLite need not allocate memory for them.
  ///
  /// The buffer is allocated at its first use.
  private var room: UnsafeMutableRawPointer?
  private var roomUsed = 0
  private static let roomSize = 1_024
  /// True if SQLite has copied texts, or byte arrays that were too large for the buffer `room`.
  ///
  /// The copies are freed after the run.
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

  /// Sets a parameter to a number, or to NULL if `value` is nil.
  package func bind(_ value: Int64?, at place: Int32) {
    if let value {
      unsafe sqlite3_bind_int64(handle, place, value)
    } else {
      unsafe sqlite3_bind_null(handle, place)
    }
  }

  /// Sets a parameter to the sixteen bytes of an identifier, or to NULL if `value` is nil.
  package func bind(_ value: Identifier16?, at place: Int32) {
    guard let value, place >= 1, place <= parameterCount else {
      unsafe sqlite3_bind_null(handle, place)
      return
    }
    let room = unsafe scratch + 16 * Int(place - 1)
    unsafe value.store(to: room)
    unsafe sqlite3_bind_blob(handle, place, room, 16, nil)
  }

  /// Sets a parameter to the first eight bytes of an identifier.
  package func bind(prefix value: Identifier16, at place: Int32) {
    guard place >= 1, place <= parameterCount else { return }
    let room = unsafe scratch + 16 * Int(place - 1)
    unsafe value.store(to: room)
    unsafe sqlite3_bind_blob(handle, place, room, 8, nil)
  }

  /// Sets a parameter to a sequence of bytes, or to NULL if `value` is nil.
  ///
  /// A copy of the bytes is kept until the run ends.
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

  /// Copies bytes into the buffer `room` and returns the address of the copy, or nil if the buffer
  /// is full.
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

  /// Sets a parameter to a text.
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

  /// Runs a statement that returns no rows, for example an insert.
  package func run() throws(StorageError) {
    try forEach { (_) throws(StorageError) in true }
  }

  /// Runs the statement and returns the result of `body` for its first row.
  ///
  /// Nil if the statement returns no row.
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

  /// Runs the statement and calls `body` for each row, as long as `body` returns true.
  ///
  /// The row is valid only during the call of `body`.
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

  /// The SQL text of the statement.
  var text: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

  /// Returns the number of steps of this statement in SQLite's virtual machine since the last call.
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

  /// The constant `SQLITE_TRANSIENT`, a C macro that Swift does not import.
  private static let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
