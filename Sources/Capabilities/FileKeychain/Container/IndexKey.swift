// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The keys of a record in an index: the record's values of the index's attributes, joined.
///
/// Each value is encoded as in the record.
enum IndexKey {
  /// The most bytes that all keys of one record in one index may have together.
  ///
  /// Exception: the keys of a record with more bytes may have as many bytes as the record.
  private static let mostBytes = 65_536

  /// Returns the keys of a record in an index.
  ///
  /// An attribute can have several values. There is one key for each combination of the attributes'
  /// values. A record that lacks an attribute of the index has no key.
  static func keys(of record: FileRecord, _ index: Relation.Index) throws(FileDamage) -> [[UInt8]] {
    var keys: [[UInt8]] = [[]]
    var size = 0
    for position in index.attributes.compactMap(record.relation.position(of:)) {
      let values = try record.encodedValues(at: position)
      // The size of all combinations: each known key is repeated for each value, and each value for
      // each known key.
      size = size * values.count + values.reduce(0) { $0 + $1.count } * keys.count
      guard keys.count * values.count <= FileRecord.mostValues,
        size <= max(record.range.count, mostBytes)
      else {
        throw FileDamage(
          "an attribute has more values than the limit", table: record.relation.id,
          record: record.number)
      }
      keys = keys.flatMap { known in values.map { known + $0 } }
    }
    return keys
  }

  /// Compares two keys of an index.
  ///
  /// Numbers are compared as numbers. All other values are compared byte by byte as far as the
  /// shorter one goes, then by length.
  ///
  /// - Parameters:
  ///   - start: the offset of the first key in `one`.
  ///   - otherStart: the offset of the second key in `other`.
  ///   - formats: the formats of the index's attributes.
  /// - Returns: a negative number if the first key is before the second, 0 if the keys are equal,
  ///   and a positive number otherwise.
  static func compare(
    _ one: [UInt8], _ start: Int, _ other: [UInt8], _ otherStart: Int, _ formats: [ValueFormat]
  ) -> Int {
    var (left, right) = (start, otherStart)
    for format in formats {
      guard let size = one.valueSize(at: left, as: format, before: one.count),
        let otherSize = other.valueSize(at: right, as: format, before: other.count)
      else { return left - start - (right - otherStart) }
      let difference = compare(one, left, other, right, format)
      if difference != 0 { return difference }
      left += size
      right += otherSize
    }
    return 0
  }

  private static func compare(
    _ one: [UInt8], _ left: Int, _ other: [UInt8], _ right: Int, _ format: ValueFormat
  ) -> Int {
    if format == .signed {
      let numbers = (one.atom(at: left) ?? 0, other.atom(at: right) ?? 0)
      let (first, second) = (Int32(bitPattern: numbers.0), Int32(bitPattern: numbers.1))
      return first == second ? 0 : first < second ? -1 : 1
    }
    if let size = format.fixedSize { return bytes(one, left, other, right, size) }
    let sizes = (one.size(at: left) ?? 0, other.size(at: right) ?? 0)
    let scale = format == .numbers ? 4 : 1
    let difference = bytes(one, left + 4, other, right + 4, min(sizes.0, sizes.1) * scale)
    return difference != 0 ? difference : sizes.0 - sizes.1
  }

  private static func bytes(
    _ one: [UInt8], _ left: Int, _ other: [UInt8], _ right: Int, _ count: Int
  ) -> Int {
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        guard let first = one.baseAddress, let second = other.baseAddress else { return 0 }
        return unsafe Int(memcmp(first + left, second + right, count))
      }
    }
  }
}
