// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One table of a keychain file, in the bytes of the file (Specification/keychain-file-format.md,
/// "Tables").
///
/// The initialiser checks the head of the table. Each record is checked when it is read.
///
/// After the head, the table has a list of slots, numbered from 0. A slot has the offset of the
/// record with its number, or is free.
package struct FileTable: Sendable {
  /// The size of a table's head in bytes; the list of slots follows the head.
  static let headSize = 28
  /// The size in bytes of an index section that has no index.
  static let emptyIndexSize = 8

  private let file: [UInt8]
  /// The byte range of the table in the file.
  let range: Range<Int>
  package let id: UInt32
  /// The number of records, as the table's head gives it.
  let recordCount: Int
  /// The number of slots after the table's head, each used by a record or free.
  package let slotCount: Int
  /// The offset in bytes of the index section, from the beginning of the table.
  let indexOffset: Int
  /// The table head's link to the first free slot: the offset of the slot in the table, plus 1.
  ///
  /// 0 if no slot is free. All offsets are even, so the lowest bit marks the link.
  let freeHead: UInt32
  /// The numbers of the records whose bytes overlap those of the record after them.
  private var overlapping: Set<Int> = []

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
    overlapping = overlaps()
  }

  /// Finds the records whose bytes overlap those of the record after them.
  ///
  /// Overlapping records cannot be read. Without this rule, many records of a hostile file could
  /// share bytes, and together have a million times as many bytes as the file.
  private func overlaps() -> Set<Int> {
    let places = unsafe file.withUnsafeBytes { bytes in
      var places: [Place] = []
      places.reserveCapacity(slotCount)
      for number in 0..<slotCount {
        // A record whose head is damaged is left out: reading refuses it for its head.
        if case .record(let place) = unsafe slot(number, bytes) { places.append(place) }
      }
      return places
    }
    let ordered = Place.ordered(places)
    var found: Set<Int> = []
    for next in ordered.indices.dropFirst() where ordered[next - 1].end > ordered[next].offset {
      found.insert(Int(ordered[next - 1].number))
    }
    return found
  }

  /// The offset in bytes of the first record, from the beginning of the table.
  var recordsOffset: Int { Self.headSize + 4 * slotCount }

  /// Returns the record with a number; nil if no record has the number.
  package func record(_ number: Int, _ relation: Relation) throws(FileDamage) -> FileRecord? {
    guard let offset = try offset(of: number) else { return nil }
    try requireOwnBytes(number)
    return try FileRecord(
      file, number: number, at: range.lowerBound + offset,
      before: range.lowerBound + indexOffset, relation)
  }

  /// Returns the offset in the table of the record with a number; nil if no record has the number.
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
  /// The slots that no record uses form a list. Each slot in the list has the offset of the next
  /// slot in the list, with the lowest bit set. The last slot in the list has 0.
  func isFree(_ number: Int) -> Bool {
    guard number < slotCount, let value = slotValue(number) else { return true }
    return value == 0 || !value.isMultiple(of: 2)
  }

  /// Returns the 32-bit value of the slot with a number.
  ///
  /// For a used slot, the value is the offset of its record in the table. For a free slot, the
  /// value is the link to the next free slot (`isFree`). Nil if the slot does not lie within the
  /// file.
  func slotValue(_ number: Int) -> UInt32? { file.atom(at: slot(number)) }

  private func slot(_ number: Int) -> Int { range.lowerBound + Self.headSize + 4 * number }

  /// Calls `body` with each record of the table, in the order of their numbers.
  ///
  /// For a damaged record, `body` receives its damage, so that one damaged record hides no other
  /// record.
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

  /// Returns true if both tables have the same bytes.
  func hasBytes(of other: FileTable) -> Bool {
    guard range.count == other.range.count else { return false }
    return unsafe file.withUnsafeBytes { bytes in
      unsafe other.file.withUnsafeBytes { others in
        guard let one = bytes.baseAddress, let two = others.baseAddress else { return false }
        return unsafe memcmp(one + range.lowerBound, two + other.range.lowerBound, range.count) == 0
      }
    }
  }

  /// The bytes of the table.
  package var bytes: ArraySlice<UInt8> { file[range] }

  /// Returns the table's index with the number of `index`.
  ///
  /// Nil if the table has no index with this number, or if the index is damaged.
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

  /// The number of a record, its offset in the table and its size, both in bytes.
  struct Place {
    let number: UInt32
    let offset: UInt32
    let size: UInt32

    var end: UInt32 { offset + size }

    /// Returns places in the order of their offsets.
    static func ordered(_ places: [Place]) -> [Place] {
      for next in places.indices.dropFirst() where places[next - 1].offset > places[next].offset {
        return places.sorted { $0.offset < $1.offset }
      }
      return places
    }
  }

  /// The content of a slot: the place of a record, a damaged record, or no record.
  private enum Slot {
    case free
    case damaged
    case record(Place)
  }

  /// Reads a slot, and the head of the record to which the slot leads.
  private func slot(_ number: Int, _ bytes: UnsafeRawBufferPointer) -> Slot {
    let offset = unsafe bytes.size(slot(number))
    guard offset != 0, offset.isMultiple(of: 2) else { return .free }
    guard offset.isMultiple(of: 4), offset >= recordsOffset,
      offset <= indexOffset - FileRecord.headSize
    else { return .damaged }
    let start = range.lowerBound + offset
    let size = unsafe bytes.size(start)
    guard size.isMultiple(of: 4), size >= FileRecord.headSize, size <= indexOffset - offset,
      unsafe bytes.size(start + 4) == number
    else { return .damaged }
    return .record(Place(number: UInt32(number), offset: UInt32(offset), size: UInt32(size)))
  }

  /// Returns the places of the table's records in the order of their offsets.
  ///
  /// - Parameter numbers: the numbers of the records to leave out.
  /// - Throws: the damage if a record that is not left out has a damaged head, or overlaps the
  ///   record after it.
  func places(without numbers: some Collection<UInt32>) throws(FileDamage) -> [Place] {
    var isLeftOut = [Bool](repeating: false, count: slotCount)
    for number in numbers where number < slotCount { isLeftOut[Int(number)] = true }
    var places: [Place] = []
    places.reserveCapacity(slotCount)
    let damaged: Int? = unsafe file.withUnsafeBytes { bytes in
      for number in 0..<slotCount where !isLeftOut[number] {
        switch unsafe slot(number, bytes) {
        case .free: continue
        case .damaged: return number
        case .record(let place): places.append(place)
        }
      }
      return nil
    }
    if let damaged {
      throw FileDamage(
        "the head of a record contradicts its table", table: id, record: UInt32(damaged))
    }
    // A copy of records that overlap could be a thousand times as long as the table.
    for number in overlapping.sorted() where !isLeftOut[number] {
      try requireOwnBytes(number)
    }
    return Place.ordered(places)
  }

  private func requireOwnBytes(_ number: Int) throws(FileDamage) {
    guard !overlapping.contains(number) else {
      throw FileDamage("two records overlap", table: id, record: UInt32(number))
    }
  }

  /// Appends a part of the table to another file.
  ///
  /// - Parameter part: the byte range of the part, counted from the beginning of the table.
  func copy(_ part: Range<Int>, to other: inout [UInt8]) {
    other.append(
      contentsOf: file[range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound])
  }
}
