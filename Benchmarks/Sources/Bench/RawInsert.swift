// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Inserts rows like the last one of a table: the same sizes, with random identifiers and digests.
final class RawInsert {
  private enum Value {
    case null
    case number(Int64)
    case bytes([UInt8])
  }

  private let statement: OpaquePointer
  private var values: [Value] = []
  /// The size of the history's head, which each commit writes anew.
  let headSize: Int

  init(_ database: OpaquePointer, table: String, rowNumber: String) throws {
    let template = try RawStore.prepare(
      database, "SELECT * FROM \(table) ORDER BY \(rowNumber) DESC LIMIT 1")
    guard sqlite3_step(template) == SQLITE_ROW else { throw BenchError(what: "\(table) is empty") }
    let count = sqlite3_column_count(template)
    var marks: [String] = []
    for column in 0..<count {
      let name = String(cString: sqlite3_column_name(template, column))
      marks.append("?\(column + 1)")
      switch sqlite3_column_type(template, column) {
      case _ where name == rowNumber, SQLITE_NULL: values.append(.null)
      case SQLITE_INTEGER: values.append(.number(sqlite3_column_int64(template, column)))
      default: values.append(.bytes(Self.bytes(template, column)))
      }
    }
    sqlite3_finalize(template)
    let head = try RawStore.prepare(database, "SELECT length(head) FROM meta")
    sqlite3_step(head)
    headSize = Int(sqlite3_column_int64(head, 0))
    sqlite3_finalize(head)
    statement = try RawStore.prepare(
      database, "INSERT INTO \(table) VALUES (\(marks.joined(separator: ",")))")
  }

  func run() throws {
    for (index, value) in values.enumerated() {
      let place = CInt(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .number(let number): sqlite3_bind_int64(statement, place, number)
      case .bytes(var bytes):
        if bytes.count == 16 {
          bytes.withUnsafeMutableBytes { sqlite3_randomness(16, $0.baseAddress) }
        }
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        _ = bytes.withUnsafeBytes {
          sqlite3_bind_blob(statement, place, $0.baseAddress, CInt($0.count), copied)
        }
      }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw BenchError(what: "a raw insert failed")
    }
    sqlite3_reset(statement)
  }

  static func bytes(_ statement: OpaquePointer, _ column: CInt) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](
      UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count))
  }
}
