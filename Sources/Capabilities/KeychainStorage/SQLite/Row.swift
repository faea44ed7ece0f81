// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
package import KeychainTypes

/// The row that a statement stands on; columns are numbered from 0.
@safe
package struct Row: ~Copyable {
  private let handle: OpaquePointer

  @unsafe
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// A number; 0 for NULL.
  package func number(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// A number that is stored as an integer; nil for NULL, and for values that SQLite would convert.
  package func integer(_ column: Int32) -> Int64? {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return number(column)
  }

  /// A number, or nil for NULL.
  package func optionalNumber(_ column: Int32) -> Int64? {
    isNull(column) ? nil : number(column)
  }

  /// Text, or nil for NULL.
  package func text(_ column: Int32) -> String? {
    unsafe sqlite3_column_text(handle, column).map { unsafe String(cString: $0) }
  }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Lends a blob where SQLite holds it: nothing is copied, nothing may be kept.
  package func withBlob<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// A copy of a blob; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBlob(column) { unsafe Array($0) }
  }

  /// A copy of a blob, or nil for NULL.
  package func optionalBytes(_ column: Int32) -> [UInt8]? {
    let bytes = bytes(column)
    // Asked only where there is no byte: NULL looks like an empty blob.
    return bytes.isEmpty && isNull(column) ? nil : bytes
  }

  /// Sixteen bytes; nil for NULL, for any other length, and for text, which no search finds.
  package func identifier(_ column: Int32) -> Identifier16? {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe sqlite3_column_bytes(handle, column)
    guard count == 16, let start = unsafe start else { return nil }
    return unsafe Identifier16(loading: start)
  }
}

extension Identifier16 {
  /// Reads sixteen bytes.
  @unsafe
  init(loading bytes: UnsafeRawPointer) {
    self.init(
      high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Writes sixteen bytes.
  @unsafe
  func store(to bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
    unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }
}
