// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Inserts rows like the last one of a table, with parts of the same sizes.
///
/// Parts that differ among the engine's rows are drawn at random (identifiers, digests of names).
/// The others are kept (the digest of the group).
final class RawTable {
  private enum Value {
    case null
    case number(Int64)
    case same([UInt8])
    case drawn
  }

  private let insertion: OpaquePointer
  private let removal: OpaquePointer
  private let database: OpaquePointer
  private var values: [Value] = []

  init(_ database: OpaquePointer, table: String, rowNumber: String) throws {
    self.database = database
    let rows = try RawDatabase.prepare(
      database, "SELECT * FROM \(table) ORDER BY \(rowNumber) DESC LIMIT 10")
    guard sqlite3_step(rows) == SQLITE_ROW else { throw BenchError(what: "\(table) is empty") }
    let count = sqlite3_column_count(rows)
    for column in 0..<count {
      let name = String(cString: sqlite3_column_name(rows, column))
      switch sqlite3_column_type(rows, column) {
      case _ where name == rowNumber, SQLITE_NULL: values.append(.null)
      case SQLITE_INTEGER: values.append(.number(sqlite3_column_int64(rows, column)))
      default: values.append(.same(RawDatabase.bytes(rows, column)))
      }
    }
    while sqlite3_step(rows) == SQLITE_ROW {
      for column in 0..<count {
        guard case .same(let bytes) = values[Int(column)], bytes.count == 16 else { continue }
        if RawDatabase.bytes(rows, column) != bytes { values[Int(column)] = .drawn }
      }
    }
    sqlite3_finalize(rows)
    let marks = (1...count).map { "?\($0)" }.joined(separator: ",")
    insertion = try RawDatabase.prepare(database, "INSERT INTO \(table) VALUES (\(marks))")
    removal = try RawDatabase.prepare(database, "DELETE FROM \(table) WHERE \(rowNumber) = ?1")
    for (index, value) in values.enumerated() {
      switch value {
      case .null, .drawn: sqlite3_bind_null(insertion, CInt(index + 1))
      case .number(let number): sqlite3_bind_int64(insertion, CInt(index + 1), number)
      case .same(let bytes): RawDatabase.bind(bytes, to: insertion, at: CInt(index + 1))
      }
    }
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_finalize(removal)
  }

  /// Inserts one row and returns its number.
  @discardableResult
  func insert() throws -> Int64 {
    for (index, value) in values.enumerated() {
      guard case .drawn = value else { continue }
      var drawn: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &drawn) { bytes in
        sqlite3_randomness(16, bytes.baseAddress)
        _ = sqlite3_bind_blob(
          insertion, CInt(index + 1), bytes.baseAddress, 16,
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    let done = sqlite3_step(insertion) == SQLITE_DONE
    sqlite3_reset(insertion)
    guard done else { throw BenchError(what: "a raw insert failed") }
    return sqlite3_last_insert_rowid(database)
  }

  func remove(_ number: Int64) throws {
    sqlite3_bind_int64(removal, 1, number)
    let done = sqlite3_step(removal) == SQLITE_DONE
    sqlite3_reset(removal)
    guard done else { throw BenchError(what: "a raw removal failed") }
  }
}
