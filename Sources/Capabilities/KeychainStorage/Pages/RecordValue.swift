// SPDX-License-Identifier: Apache-2.0

/// The value of one column in a stored row, decoded from SQLite's documented record format.
package enum RecordValue: Equatable {
  case null
  case number(Int64)
  case bytes([UInt8])
  /// A text or a floating-point number, as raw bytes.
  ///
  /// The tables of a store contain no values of these types.
  case other([UInt8])

  /// Returns the values of all columns of a record (an encoded row).
  ///
  /// Nil if the bytes are not a record, if bytes are missing, or if more bytes follow.
  package static func columns(_ record: ArraySlice<UInt8>) -> [RecordValue]? {
    var reader = VariableNumber.Reader(record)
    guard let length = reader.next(), length >= 1, length <= UInt64(record.count) else {
      return nil
    }
    let header = record.prefix(Int(length))
    var place = header.endIndex
    var kinds = VariableNumber.Reader(header)
    _ = kinds.next()
    var values: [RecordValue] = []
    while !kinds.isAtEnd {
      guard let kind = kinds.next(), let size = size(of: kind), values.count < 64,
        size <= record.endIndex - place
      else { return nil }
      values.append(value(kind, record[place..<place + size]))
      place += size
    }
    return place == record.endIndex ? values : nil
  }

  /// Returns the values of the first `count` columns of a record (an encoded row) that may be cut
  /// off.
  ///
  /// Nil if the bytes are not the beginning of a record with these columns.
  package static func leading(_ record: ArraySlice<UInt8>, count: Int) -> [RecordValue]? {
    var reader = VariableNumber.Reader(record)
    guard let length = reader.next(), length >= 1, length <= UInt64(record.count) else {
      return nil
    }
    var place = record.startIndex + Int(length)
    var values: [RecordValue] = []
    while values.count < count {
      guard let kind = reader.next(), let size = size(of: kind), place + size <= record.endIndex
      else { return nil }
      values.append(value(kind, record[place..<place + size]))
      place += size
    }
    return values
  }

  /// Returns the number of columns and the size in bytes that the header of a record (an encoded
  /// row) states.
  ///
  /// The content of the record is not read. Nil if the bytes are not the header of a record.
  package static func shape(_ record: ArraySlice<UInt8>) -> (columns: Int, size: Int)? {
    var reader = VariableNumber.Reader(record)
    guard let length = reader.next(), length >= 2, length <= UInt64(record.count) else {
      return nil
    }
    var kinds = VariableNumber.Reader(record.prefix(Int(length)))
    _ = kinds.next()
    var total = Int(length)
    var count = 0
    while !kinds.isAtEnd {
      guard let kind = kinds.next(), let size = size(of: kind) else { return nil }
      total += size
      count += 1
    }
    return (count, total)
  }

  private static func size(of kind: UInt64) -> Int? {
    switch kind {
    case 0, 8, 9: 0
    case 1...4: Int(kind)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: kind < 1 << 32 ? Int((kind - 12) / 2) : nil
    }
  }

  private static func value(_ kind: UInt64, _ bytes: ArraySlice<UInt8>) -> RecordValue {
    switch kind {
    case 0: .null
    case 8: .number(0)
    case 9: .number(1)
    case 1...6: .number(signed(bytes))
    case _ where kind >= 12 && kind % 2 == 0: .bytes(Array(bytes))
    default: .other(Array(bytes))
    }
  }

  private static func signed(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let start: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }
}
