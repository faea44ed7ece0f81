// SPDX-License-Identifier: Apache-2.0

/// One table of a keychain file, as the file has it (Specification/keychain-file-format.md,
/// "Tables").
///
/// The initialiser checks the head of the table. Each record is checked when it is read.
package struct FileTable: Sendable {
  /// The size of a table's head, which the slots follow.
  static let headSize = 28
  /// The size of an index section without an index.
  static let emptyIndexSize = 8

  private let file: [UInt8]
  /// The range of the table in the file.
  let range: Range<Int>
  package let id: UInt32
  /// The number of records, as the table's head gives it.
  let recordCount: Int
  /// The number of slots: numbers that a record has or had.
  package let slotCount: Int
  /// The offset of the index section in the table.
  let indexOffset: Int
  /// The first free slot; 0 if no slot is free.
  let freeHead: UInt32

  /// Reads the head of a table that begins at `start` and must end before `end`.
  init(_ file: [UInt8], at start: Int, before end: Int) throws(FileDamage) {
    guard start <= end - Self.headSize, let size = file.size(at: start),
      size >= Self.headSize, size.isMultiple(of: 4), size <= end - start,
      let id = file.atom(at: start + 4), let records = file.size(at: start + 8),
      let first = file.size(at: start + 12), let index = file.size(at: start + 16),
      let free = file.atom(at: start + 20), let slots = file.size(at: start + 24)
    else { throw FileDamage("a table does not lie within the file") }
    guard slots >= 1, slots <= (size - Self.headSize) / 4, first == Self.headSize + 4 * slots,
      first <= index, index.isMultiple(of: 4), index <= size - Self.emptyIndexSize,
      records <= slots
    else { throw FileDamage("the head of a table contradicts its size", table: id) }
    (self.file, range, self.id) = (file, start..<start + size, id)
    (recordCount, slotCount, indexOffset, freeHead) = (records, slots, index, free)
  }

  /// The offset of the first record in the table.
  var recordsOffset: Int { Self.headSize + 4 * slotCount }

  /// Returns the record with a number; nil if the slot is free.
  package func record(_ number: Int, _ relation: Relation) throws(FileDamage) -> FileRecord? {
    guard let offset = try offset(of: number) else { return nil }
    return try FileRecord(
      file, number: number, at: range.lowerBound + offset,
      before: range.lowerBound + indexOffset, relation)
  }

  /// Returns the offset of a record in the table; nil if the slot is free.
  func offset(of number: Int) throws(FileDamage) -> Int? {
    guard number >= 0, number < slotCount, !isFree(number),
      let value = file.size(at: slot(number))
    else { return nil }
    guard value.isMultiple(of: 4), value >= recordsOffset, value < indexOffset else {
      throw FileDamage(
        "a record does not lie within its table", table: id, record: UInt32(number))
    }
    return value
  }

  /// Returns true if no record has the number.
  ///
  /// A free slot holds the slot that was free before it, with the lowest bit set.
  func isFree(_ number: Int) -> Bool {
    guard number < slotCount, let value = slotValue(number) else { return true }
    return value == 0 || !value.isMultiple(of: 2)
  }

  /// Returns the atom of a slot: the offset of a record, or the slot that was free before it.
  func slotValue(_ number: Int) -> UInt32? { file.atom(at: slot(number)) }

  private func slot(_ number: Int) -> Int { range.lowerBound + Self.headSize + 4 * number }

  /// Calls `body` with each record that can be read, in the order of their numbers.
  ///
  /// A damaged record is given as its damage, so that one damaged record hides no other record.
  package func forEach<E: Error>(
    _ relation: Relation, _ body: (Result<FileRecord, FileDamage>) throws(E) -> Void
  ) throws(E) {
    for number in 0..<slotCount {
      let result: Result<FileRecord, FileDamage>
      do throws(FileDamage) {
        guard let record = try record(number, relation) else { continue }
        result = .success(record)
      } catch {
        result = .failure(error)
      }
      try body(result)
    }
  }

  /// The bytes of the table.
  package var bytes: ArraySlice<UInt8> { file[range] }

  /// Returns an index of the table; nil if the table has no sound index with that number.
  func index(_ index: Relation.Index, _ relation: Relation) -> FileIndex? {
    let section = range.lowerBound + indexOffset
    guard let count = file.size(at: section + 4), count <= (range.upperBound - section) / 4 else {
      return nil
    }
    for place in 0..<count {
      guard let offset = file.size(at: section + 8 + 4 * place), offset < range.count,
        file.atom(at: range.lowerBound + offset + 4) == index.id
      else { continue }
      return FileIndex(file, at: range.lowerBound + offset, in: range, index, relation)
    }
    return nil
  }

  /// Returns the offset and the size of a record; nil if the slot is free.
  func place(of number: Int) throws(FileDamage) -> (offset: Int, size: Int)? {
    guard let offset = try offset(of: number) else { return nil }
    guard let size = file.size(at: range.lowerBound + offset), size.isMultiple(of: 4),
      size >= FileRecord.headSize, size <= indexOffset - offset,
      file.size(at: range.lowerBound + offset + 4) == number
    else {
      throw FileDamage(
        "the head of a record contradicts its table", table: id, record: UInt32(number))
    }
    return (offset, size)
  }

  /// Appends a part of the table to another file.
  func copy(_ part: Range<Int>, to other: inout [UInt8]) {
    other.append(
      contentsOf: file[range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound])
  }
}
