// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Changes to one table of a keychain file, and the bytes of the table with these changes.
struct TableDraft {
  private let relation: Relation
  /// The table before the changes; nil for a new table.
  private let table: FileTable?
  /// The bytes of new and changed records by their numbers; the value nil stands for a removed
  /// record.
  private var changes: [UInt32: [UInt8]?] = [:]
  /// The numbers of free slots that are left for new records, in ascending order.
  ///
  /// A new record gets the highest of these numbers. Nil until the first record is added.
  private var free: [UInt32]?
  private var next: UInt32

  init(_ relation: Relation, changing table: FileTable?) {
    (self.relation, self.table) = (relation, table)
    next = UInt32(table?.slotCount ?? 0)
  }

  /// An estimate of the most bytes by which the changes can lengthen the table.
  var growth: Int { changes.values.reduce(4096) { $0 + 3 * ($1?.count ?? 0) } }

  /// Adds a record, and returns its number: the highest free number, or a new one if no number is
  /// free.
  mutating func insert(
    _ values: [[FileValue]], _ content: [UInt8], commit: UInt32
  ) throws(DraftFailure) -> UInt32 {
    try requireFormats(values)
    var slots = free ?? freeSlots
    free = nil
    let number: UInt32
    if let slot = slots.popLast() {
      number = slot
    } else {
      number = next
      next += 1
    }
    free = slots
    changes[number] = FileRecord.encode(
      number: number, relation, values, content: content, createVersion: commit, version: 0)
    return number
  }

  mutating func replace(
    _ record: FileRecord, _ values: [[FileValue]], _ content: [UInt8]
  ) throws(DraftFailure) {
    try requireFormats(values)
    changes[record.number] = FileRecord.encode(
      number: record.number, relation, values, content: content,
      createVersion: record.createVersion, version: record.version &+ 1)
  }

  /// Throws `damaged` unless each value has the format that the file's own schema gives its
  /// attribute.
  private func requireFormats(_ values: [[FileValue]]) throws(DraftFailure) {
    let isFitting =
      values.count == relation.attributes.count
      && zip(values, relation.attributes).allSatisfy { values, attribute in
        values.count <= FileRecord.mostValues && values.allSatisfy { $0.fits(attribute.format) }
      }
    guard isFitting else {
      throw .damaged(
        FileDamage("the schema of a table does not fit its items", table: relation.id))
    }
  }

  mutating func remove(_ number: UInt32) { changes[number] = .some(nil) }

  /// The numbers of the slots that were free before the changes, in ascending order.
  private var freeSlots: [UInt32] {
    guard let table else { return [] }
    return (0..<table.slotCount).filter { table.isFree($0) }.map { UInt32($0) }
  }

  /// Appends the bytes of the changed table to a file.
  func encode(to file: inout [UInt8]) throws(DraftFailure) {
    let start = file.count
    let kept = try keptRecords()
    let added = changes.compactMap { number, record in record.map { (number, $0) } }
      .sorted { $0.0 < $1.0 }
    let highest = max(kept.lazy.map(\.number).max() ?? 0, added.last?.0 ?? 0)
    let slots = Int(highest) + 1
    let recordsOffset = FileTable.headSize + 4 * slots
    file.append(contentsOf: repeatElement(0, count: recordsOffset))
    var offsets = [UInt32](repeating: 0, count: slots)
    var next = kept.startIndex
    while next < kept.endIndex {
      // Records that follow each other in the old table are copied together.
      let first = kept[next].offset
      let shift = UInt32(truncatingIfNeeded: file.count - start) &- first
      var end = first
      while next < kept.endIndex, kept[next].offset == end {
        offsets[Int(kept[next].number)] = end &+ shift
        end = kept[next].end
        next += 1
      }
      table?.copy(Int(first)..<Int(end), to: &file)
    }
    for (number, record) in added {
      offsets[Int(number)] = UInt32(truncatingIfNeeded: file.count - start)
      file += record
    }
    let indexOffset = file.count - start
    let head = link(&offsets)
    file.set(atoms: offsets, at: start + FileTable.headSize)
    try IndexWriter(relation, after: table, changedRecords()).append(to: &file, start) {
      () throws(DraftFailure) in try allRecords()
    }
    let count = kept.count + added.count
    let atoms = [
      file.count - start, Int(relation.id), count, recordsOffset, indexOffset, Int(head), slots,
    ]
    file.set(atoms: atoms.map { UInt32(truncatingIfNeeded: $0) }, at: start)
  }

  /// Makes a linked list of the free slots, and returns the link to the first one.
  ///
  /// The caller stores this link in the table's head (`FileTable.freeHead`).
  ///
  /// - Parameter offsets: the value of each slot. A free slot has 0 before the call, and its link
  ///   to the next free slot after the call.
  private func link(_ offsets: inout [UInt32]) -> UInt32 {
    var head: UInt32 = 0
    for number in offsets.indices where offsets[number] == 0 {
      offsets[number] = head
      head = UInt32(FileTable.headSize + 4 * number) | 1
    }
    return head
  }

  /// The records that the changes neither replace nor remove, in the order of their offsets.
  private func keptRecords() throws(DraftFailure) -> [FileTable.Place] {
    guard let table else { return [] }
    do throws(FileDamage) { return try table.places(without: changes.keys) } catch {
      throw .damaged(error)
    }
  }

  private func changedRecords() throws(DraftFailure) -> [UInt32: FileRecord?] {
    var records: [UInt32: FileRecord?] = [:]
    for (number, bytes) in changes {
      guard let bytes else {
        records[number] = .some(nil)
        continue
      }
      records[number] = try made(number, bytes)
    }
    return records
  }

  /// All records of the changed table, for an index that has to be made anew.
  private func allRecords() throws(DraftFailure) -> [FileRecord] {
    var records = try changedRecords().values.compactMap { $0 }
    guard let table else { return records }
    do throws(FileDamage) {
      for number in 0..<table.slotCount where changes[UInt32(number)] == nil {
        if let record = try table.record(number, relation) { records.append(record) }
      }
    } catch {
      throw .damaged(error)
    }
    return records
  }

  private func made(_ number: UInt32, _ bytes: [UInt8]) throws(DraftFailure) -> FileRecord {
    do throws(FileDamage) {
      return try FileRecord(bytes, number: Int(number), at: 0, before: bytes.count, relation)
    } catch {
      throw .damaged(error)
    }
  }
}
