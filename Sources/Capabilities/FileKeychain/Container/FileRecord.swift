// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One record of a table, as the file has it (Specification/keychain-file-format.md, "Records").
///
/// The initialiser checks the head of the record. Each attribute is checked when it is read.
package struct FileRecord: Sendable {
  /// The size in bytes of a record's head, which the offsets of the attributes follow.
  static let headSize = 24
  /// The most values that one attribute may have.
  static let mostValues = 1024

  private let file: [UInt8]
  /// The byte range of the record in the file.
  let range: Range<Int>
  package let relation: Relation
  /// The number of the record: its place in the table's list of offsets, counted from 0.
  package let number: UInt32
  private let contentSize: Int

  /// Reads the head of a record that begins at `start` and must end before `end`.
  init(
    _ file: [UInt8], number: Int, at start: Int, before end: Int, _ relation: Relation
  ) throws(FileDamage) {
    let fixed = Self.headSize + 4 * relation.attributes.count
    guard let size = file.size(at: start), size >= fixed, size.isMultiple(of: 4),
      size <= end - start, file.size(at: start + 4) == number,
      let content = file.size(at: start + 16), content <= size - fixed
    else {
      throw FileDamage(
        "the head of a record contradicts its table", table: relation.id, record: UInt32(number))
    }
    (self.file, range, self.relation) = (file, start..<start + size, relation)
    (self.number, contentSize) = (UInt32(number), content)
  }

  /// The commit counter of the file (`KeychainImage.commit`) after the record was inserted.
  package var createVersion: UInt32 { file.atom(at: range.lowerBound + 8) ?? 0 }
  /// The number of changes of the record since it was inserted.
  package var version: UInt32 { file.atom(at: range.lowerBound + 12) ?? 0 }

  /// The data of the record: a blob (encrypted keys or an encrypted secret), or a certificate.
  package var content: [UInt8] {
    let start = range.lowerBound + Self.headSize + 4 * relation.attributes.count
    return Array(file[start..<start + contentSize])
  }

  /// Returns the values of the attribute at a position in `relation.attributes`.
  ///
  /// The result is empty if the attribute is absent.
  package func values(at position: Int) throws(FileDamage) -> [FileValue] {
    let format = relation.attributes[position].format
    var values: [FileValue] = []
    for start in try starts(at: position) {
      guard let value = file.value(at: start, as: format) else { throw damage }
      values.append(value)
    }
    return values
  }

  /// Returns the values of each attribute, in the order of `relation.attributes`.
  ///
  /// - Throws: the damage if a value does not lie within the record, or if the values together are
  ///   larger than the record because they share bytes. No writer makes values that share bytes. A
  ///   hostile file could otherwise make the result 256 times as large as the file.
  func allValues() throws(FileDamage) -> [[FileValue]] {
    let fixed = Self.headSize + 4 * relation.attributes.count
    var left = range.count - fixed - contentSize.aligned
    var all: [[FileValue]] = []
    all.reserveCapacity(relation.attributes.count)
    for (position, attribute) in relation.attributes.enumerated() {
      let values = try values(at: position)
      if values.count != 1 && !values.isEmpty { left -= 4 }
      for value in values { left -= value.encodedSize(as: attribute.format) }
      guard left >= 0 else {
        throw FileDamage(
          "the values of a record exceed its size", table: relation.id, record: number)
      }
      all.append(values)
    }
    return all
  }

  /// Returns the first value of the attribute with the number `id`.
  ///
  /// Nil if the record lacks the attribute, or if the table does not have it.
  package func value(of id: UInt32) throws(FileDamage) -> FileValue? {
    guard let position = relation.position(of: id) else { return nil }
    return try values(at: position).first
  }

  /// Returns the value of a numeric attribute at a position in `relation.attributes`.
  ///
  /// Nil if the attribute is absent or has several values.
  func number(at position: Int) throws(FileDamage) -> UInt32? {
    try onlyStart(at: position).flatMap { file.atom(at: $0) }
  }

  /// Returns true if the attribute at a position in `relation.attributes` has a value that is
  /// encoded as exactly these bytes.
  package func has(_ encoded: [UInt8], at position: Int) throws(FileDamage) -> Bool {
    if let start = try onlyStart(at: position) { return isEqual(encoded, start) }
    return try starts(at: position).contains { isEqual(encoded, $0) }
  }

  /// Returns true if both records have exactly the same bytes; they may be of different files.
  func hasBytes(of other: FileRecord) -> Bool {
    guard range.count == other.range.count else { return false }
    return unsafe file.withUnsafeBytes { bytes in
      unsafe other.file.withUnsafeBytes { others in
        guard let one = bytes.baseAddress, let two = others.baseAddress else { return true }
        return unsafe memcmp(one + range.lowerBound, two + other.range.lowerBound, range.count) == 0
      }
    }
  }

  /// Returns true if the whole record has exactly the given bytes.
  func isEncoded(as encoded: [UInt8]) -> Bool {
    encoded.count == range.count && isEqual(encoded, range.lowerBound)
  }

  private func isEqual(_ encoded: [UInt8], _ start: Int) -> Bool {
    guard start + encoded.count <= range.upperBound else { return false }
    return unsafe file.withUnsafeBytes { file in
      unsafe encoded.withUnsafeBytes { encoded in
        guard let bytes = file.baseAddress, let other = encoded.baseAddress else {
          return true
        }
        return unsafe memcmp(bytes + start, other, encoded.count) == 0
      }
    }
  }

  /// Returns the offset in the file at which the only value of the attribute at a position in
  /// `relation.attributes` begins.
  ///
  /// Nil if the attribute is absent or has several values.
  func onlyStart(at position: Int) throws(FileDamage) -> Int? {
    guard let offset = file.size(at: range.lowerBound + Self.headSize + 4 * position) else {
      throw damage
    }
    guard !offset.isMultiple(of: 2) else { return nil }
    let start = range.lowerBound + offset - 1
    let format = relation.attributes[position].format
    guard offset > Self.headSize + 4 * relation.attributes.count, (offset - 1).isMultiple(of: 4),
      start < range.upperBound,
      file.valueSize(at: start, as: format, before: range.upperBound) != nil
    else { throw damage }
    return start
  }

  /// Returns the offsets in the file at which the values of the attribute at a position in
  /// `relation.attributes` begin.
  ///
  /// Each value lies within the record.
  func starts(at position: Int) throws(FileDamage) -> [Int] {
    let place = range.lowerBound + Self.headSize + 4 * position
    guard let offset = file.size(at: place) else { throw damage }
    guard offset != 0 else { return [] }
    if let start = try onlyStart(at: position) { return [start] }
    let format = relation.attributes[position].format
    let start = range.lowerBound + offset
    guard offset >= Self.headSize + 4 * relation.attributes.count, offset.isMultiple(of: 4),
      start <= range.upperBound - 4, let count = file.size(at: start), count <= Self.mostValues
    else { throw damage }
    var starts: [Int] = []
    var next = start + 4
    for _ in 0..<count {
      guard let size = file.valueSize(at: next, as: format, before: range.upperBound) else {
        throw damage
      }
      starts.append(next)
      next += size
    }
    return starts
  }

  /// Returns the values of an attribute as the record has them, with lengths and padding.
  func encodedValues(at position: Int) throws(FileDamage) -> [[UInt8]] {
    let format = relation.attributes[position].format
    var values: [[UInt8]] = []
    for start in try starts(at: position) {
      guard let size = file.valueSize(at: start, as: format, before: range.upperBound) else {
        throw damage
      }
      values.append(Array(file[start..<start + size]))
    }
    return values
  }

  private var damage: FileDamage {
    FileDamage(
      "an attribute does not lie within its record", table: relation.id, record: number)
  }

  /// Returns the bytes of a record.
  ///
  /// - Parameters:
  ///   - values: the values of each attribute, in the order of `relation.attributes`; empty for an
  ///     absent attribute.
  ///   - createVersion: the commit counter of the file (`KeychainImage.commit`) after the record
  ///     was inserted.
  ///   - version: the number of changes of the record.
  static func encode(
    number: UInt32, _ relation: Relation, _ values: [[FileValue]], content: [UInt8],
    createVersion: UInt32, version: UInt32
  ) -> [UInt8] {
    var record: [UInt8] = []
    for atom in [0, number, createVersion, version, UInt32(content.count), 0] {
      record.append(atom: atom)
    }
    for _ in relation.attributes { record.append(atom: 0) }
    record += content
    record.pad()
    for (position, attribute) in relation.attributes.enumerated() {
      let mine = values[position]
      guard let first = mine.first else { continue }
      let offset = UInt32(record.count)
      record.set(mine.count == 1 ? offset | 1 : offset, at: headSize + 4 * position)
      if mine.count == 1 {
        record.append(first, as: attribute.format)
      } else {
        record.append(size: mine.count)
        for value in mine { record.append(value, as: attribute.format) }
      }
    }
    record.set(UInt32(record.count), at: 0)
    return record
  }
}
