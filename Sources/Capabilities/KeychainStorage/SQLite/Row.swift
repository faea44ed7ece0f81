// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// The current row in the result of an SQL query.
///
/// Columns are numbered from 0.
@safe
package struct Row: ~Copyable {
  private let handle: OpaquePointer

  @unsafe
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// Returns the number in a column, or 0 if the column is NULL.
  package func number(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// Returns the number in a column if the value is stored as an integer.
  ///
  /// Nil if the column is NULL, or if SQLite would have to convert the value to a number.
  package func integer(_ column: Int32) -> Int64? {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return number(column)
  }

  /// Returns the number in a column, or nil if the column is NULL.
  package func optionalNumber(_ column: Int32) -> Int64? {
    isNull(column) ? nil : number(column)
  }

  /// Returns the text in a column, or nil if the column is NULL.
  package func text(_ column: Int32) -> String? {
    unsafe sqlite3_column_text(handle, column).map { unsafe String(cString: $0) }
  }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Calls `body` with the bytes (blob) in a column, without copying them from SQLite's memory.
  ///
  /// The bytes are valid only during the call.
  package func withBlob<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Returns a copy of the bytes (blob) in a column.
  ///
  /// The result is empty if the column is NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBlob(column) { unsafe Array($0) }
  }

  /// Returns a copy of the bytes (blob) in a column, or nil if the column is NULL.
  package func optionalBytes(_ column: Int32) -> [UInt8]? {
    let bytes = bytes(column)
    // NULL is tested only for an empty result, because NULL looks like an empty blob.
    return bytes.isEmpty && isNull(column) ? nil : bytes
  }

  /// Returns the identifier of sixteen bytes in a column.
  ///
  /// Nil if the column is NULL, if the value has another length, or if it is stored as text.
  /// Searches do not find identifiers that are stored as text.
  package func identifier(_ column: Int32) -> Identifier16? {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe sqlite3_column_bytes(handle, column)
    guard count == 16, let start = unsafe start else { return nil }
    return unsafe Identifier16(loading: start)
  }
}

extension Identifier16 {
  /// Reads an identifier from sixteen bytes of memory.
  @unsafe
  init(loading bytes: UnsafeRawPointer) {
    self.init(
      high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Writes the identifier as sixteen bytes to memory.
  @unsafe
  func store(to bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
    unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }
}
