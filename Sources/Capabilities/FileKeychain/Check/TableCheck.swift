// SPDX-License-Identifier: Apache-2.0

/// Checks one table: its slots, its records and its indexes
/// (Specification/keychain-file-format.md, "Tables").
///
/// A slot is a place in the table's list of offsets: it has the offset of a record, or is free.
struct TableCheck {
  private let table: FileTable
  private let relation: Relation
  private let commit: UInt32
  private(set) var findings: [FileDamage] = []

  init(_ table: FileTable, _ relation: Relation, commit: UInt32) {
    (self.table, self.relation, self.commit) = (table, relation, commit)
    let records = readRecords()
    checkSlots()
    checkPlaces(records)
    for record in records { check(record) }
    // An index is made of records, so it can be compared only if every record can be read.
    if findings.isEmpty { findings += IndexCheck(table, relation).findings }
  }

  private mutating func add(_ reason: StaticString, _ record: UInt32? = nil) {
    findings.append(FileDamage(reason, table: table.id, record: record))
  }

  private mutating func readRecords() -> [FileRecord] {
    var records: [FileRecord] = []
    table.forEach(relation) { result in
      switch result {
      case .success(let record): records.append(record)
      case .failure(let damage): findings.append(damage)
      }
    }
    return records
  }

  /// Checks the number of records and the list of free slots, whose head is the highest free slot.
  ///
  /// A slot is a place in the table's list of offsets of records.
  private mutating func checkSlots() {
    var head: UInt32 = 0
    var used = 0
    for number in 0..<table.slotCount {
      guard table.isFree(number) else {
        used += 1
        continue
      }
      if table.slotValue(number) != head {
        add("the list of free slots is broken", UInt32(number))
      }
      head = UInt32(FileTable.headSize + 4 * number) | 1
    }
    if table.freeHead != head { add("the list of free slots begins at a wrong slot") }
    if table.recordCount != used { add("the number of records differs from the used slots") }
    if table.slotCount > 1, table.isFree(table.slotCount - 1) { add("the last slot is free") }
  }

  /// Checks that there are no gaps between the records, or between them and the indexes.
  private mutating func checkPlaces(_ records: [FileRecord]) {
    var next = table.range.lowerBound + table.recordsOffset
    for record in records.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if record.range.lowerBound > next {
        add("bytes before a record belong to no record", record.number)
      }
      next = max(next, record.range.upperBound)
    }
    if next != table.range.lowerBound + table.indexOffset {
      add("bytes after the records belong to no record")
    }
  }

  private mutating func check(_ record: FileRecord) {
    if record.createVersion > commit { add("a record is newer than the file", record.number) }
    let values: RecordValues
    do throws(FileDamage) {
      values = try RecordValues(record)
    } catch {
      findings.append(error)
      return
    }
    // A record has one encoding: values in the order of the schema, and zeros as padding.
    let encoded = FileRecord.encode(
      number: record.number, relation, values.all, content: record.content,
      createVersion: record.createVersion, version: record.version)
    if !record.isEncoded(as: encoded) {
      add("the bytes of a record are not in the order of the format", record.number)
    }
    for (attribute, values) in zip(relation.attributes, values.all)
    where attribute.format == .date && !values.allSatisfy(\.isDate) {
      add("a date of a record is no date", record.number)
    }
  }
}

extension FileValue {
  /// True if the value is a date: `YYYYMMDDhhmmssZ` and a zero byte.
  fileprivate var isDate: Bool {
    guard case .bytes(let bytes) = self, bytes.count == 16, bytes[14...] == [0x5A, 0] else {
      return false
    }
    let digits = bytes[..<14].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    let pairs = stride(from: 4, to: 14, by: 2).map { 10 * digits[$0] + digits[$0 + 1] }
    let limits = [1...12, 1...31, 0...23, 0...59, 0...59]
    return zip(pairs, limits).allSatisfy { $1.contains($0) }
  }
}
