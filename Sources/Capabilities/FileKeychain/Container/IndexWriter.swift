// SPDX-License-Identifier: Apache-2.0

/// Writes the indexes of a changed table (Specification/keychain-file-format.md, "Index section").
///
/// A sound index is copied, and the keys of new and changed records are inserted in order. A
/// damaged index is made anew from the records.
struct IndexWriter {
  private let relation: Relation
  private let old: FileTable?
  /// The new and changed records by number; the value nil stands for a removed record.
  private let changes: [UInt32: FileRecord?]

  init(_ relation: Relation, after old: FileTable?, _ changes: [UInt32: FileRecord?]) {
    (self.relation, self.old, self.changes) = (relation, old, changes)
  }

  /// Returns the index section that a table would have if all its indexes were made anew.
  static func section(of table: FileTable, _ relation: Relation) throws(DraftFailure) -> [UInt8] {
    var records: [FileRecord] = []
    do throws(FileDamage) {
      for number in 0..<table.slotCount {
        if let record = try table.record(number, relation) { records.append(record) }
      }
    } catch {
      throw .damaged(error)
    }
    var bytes = Array(table.bytes.prefix(table.indexOffset))
    let found = records
    try IndexWriter(relation, after: nil, [:]).append(to: &bytes, 0) { () throws(DraftFailure) in
      found
    }
    return Array(bytes.dropFirst(table.indexOffset))
  }

  /// An index key (`IndexKey`), and the number of its record.
  private struct Entry {
    let key: [UInt8]
    let number: UInt32
  }

  /// Appends the index section of the changed table to a file.
  ///
  /// - Parameters:
  ///   - start: the position in the file at which the table begins.
  ///   - records: returns all records of the changed table, for an index that has to be made anew.
  /// - Throws: `duplicate` if a new or changed record has a key of the unique index that another
  ///   record has too.
  func append(
    to file: inout [UInt8], _ start: Int, _ records: () throws(DraftFailure) -> [FileRecord]
  ) throws(DraftFailure) {
    let section = file.count
    file.append(atom: 0)
    file.append(size: relation.indexes.count)
    let list = file.count
    for _ in relation.indexes { file.append(atom: 0) }
    for (place, index) in relation.indexes.enumerated() {
      file.set(UInt32(truncatingIfNeeded: file.count - start), at: list + 4 * place)
      if let old, let sound = old.index(index, relation) {
        try merge(index, sound, to: &file, start)
      } else {
        try rebuild(index, records(), to: &file, start)
      }
    }
    file.set(UInt32(truncatingIfNeeded: file.count - section), at: section)
  }

  /// Appends the old index with the keys of changed records replaced.
  ///
  /// - Parameter start: the position in the file at which the table begins.
  private func merge(
    _ index: Relation.Index, _ old: FileIndex, to file: inout [UInt8], _ start: Int
  ) throws(DraftFailure) {
    let table = self.old
    let removed = old.keys(of: Set(changes.keys.filter { table?.isFree(Int($0)) == false }))
    let entries = try entries(of: index, changes.values.compactMap { $0 })
    var insertions: [(place: Int, entry: Entry)] = []
    for entry in entries {
      let place = old.bound(of: entry.key, afterEqual: true)
      if index.isUnique {
        try requireUnique(entry, old, before: place, insertions.last?.entry)
      }
      insertions.append((place, entry))
    }
    var merge = IndexMerge(old, index)
    var next = 0
    var steps = removed.map { (place: $0, entry: Entry?.none) }
    steps += insertions.map { ($0.place, .some($0.entry)) }
    // A new key at a place stands before the old key of this place.
    steps.sort { ($0.place, $0.entry == nil ? 1 : 0) < ($1.place, $1.entry == nil ? 1 : 0) }
    for step in steps {
      merge.keep(next..<step.place)
      if let entry = step.entry { merge.add(entry.key, entry.number) }
      next = step.entry == nil ? step.place + 1 : step.place
    }
    merge.keep(next..<old.count)
    merge.append(to: &file, start)
  }

  private func requireUnique(
    _ entry: Entry, _ old: FileIndex, before place: Int, _ last: Entry?
  ) throws(DraftFailure) {
    if let last, last.key == entry.key { throw .duplicate(table: relation.id) }
    var other = place - 1
    while other >= 0,
      IndexKey.compare(old.file, old.place(of: other) + 4, entry.key, 0, old.formats) == 0
    {
      guard changes[old.number(of: other)] != nil else { throw .duplicate(table: relation.id) }
      other -= 1
    }
  }

  /// Appends an index that is made anew from all records, because the old index is damaged or
  /// missing.
  private func rebuild(
    _ index: Relation.Index, _ records: [FileRecord], to file: inout [UInt8], _ start: Int
  ) throws(DraftFailure) {
    let entries = try entries(of: index, records)
    if index.isUnique {
      // Two old records that are equal may stay, because this change did not cause the damage.
      for (left, right) in zip(entries, entries.dropFirst()) where left.key == right.key {
        guard changes[left.number] == nil, changes[right.number] == nil else {
          throw .duplicate(table: relation.id)
        }
      }
    }
    var merge = IndexMerge(nil, index)
    for entry in entries { merge.add(entry.key, entry.number) }
    merge.append(to: &file, start)
  }

  /// Returns the keys of records in ascending order (`IndexKey.compare`).
  ///
  /// Equal keys stay in the order of the records.
  private func entries(
    of index: Relation.Index, _ records: [FileRecord]
  ) throws(DraftFailure) -> [Entry] {
    var entries: [Entry] = []
    do throws(FileDamage) {
      for record in records.sorted(by: { $0.number < $1.number }) {
        for key in try IndexKey.keys(of: record, index) {
          entries.append(Entry(key: key, number: record.number))
        }
      }
    } catch {
      throw .damaged(error)
    }
    guard entries.count > 1 else { return entries }
    let formats = index.attributes.compactMap { relation.position(of: $0) }
      .map { relation.attributes[$0].format }
    return entries.enumerated().sorted { left, right in
      let difference = IndexKey.compare(left.element.key, 0, right.element.key, 0, formats)
      return difference == 0 ? left.offset < right.offset : difference < 0
    }
    .map(\.element)
  }
}

/// The keys of an index that is being written: ranges of keys of the old index, and new keys.
private struct IndexMerge {
  private enum Part {
    case kept(Range<Int>)
    case added([UInt8], number: UInt32)
  }

  private let old: FileIndex?
  private let index: Relation.Index
  private var parts: [Part] = []
  private var count = 0

  init(_ old: FileIndex?, _ index: Relation.Index) {
    (self.old, self.index) = (old, index)
  }

  /// Keeps index keys of the old index.
  ///
  /// - Parameter range: the positions of the keys in the old index, counted from 0.
  mutating func keep(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    parts.append(.kept(range))
    count += range.count
  }

  mutating func add(_ key: [UInt8], _ number: UInt32) {
    parts.append(.added(key, number: number))
    count += 1
  }

  /// Appends the index to a file in which the index's table begins at `start`.
  func append(to file: inout [UInt8], _ start: Int) {
    let begin = file.count
    file.append(atom: 0)
    file.append(atom: index.id)
    file.append(atom: index.isUnique ? 1 : 0)
    file.append(size: index.attributes.count)
    for attribute in index.attributes { file.append(atom: attribute) }
    file.append(size: count)
    appendOffsets(to: &file, start)
    for part in parts {
      switch part {
      case .kept(let range):
        guard let old else { continue }
        let numbers = old.offsets + 4 * old.count
        file += old.file[numbers + 4 * range.lowerBound..<numbers + 4 * range.upperBound]
      case .added(_, let number): file.append(atom: number)
      }
    }
    for part in parts {
      switch part {
      case .kept(let range):
        guard let old else { continue }
        file += old.file[old.place(of: range.lowerBound)..<old.place(of: range.upperBound)]
      case .added(let key, _):
        file.append(size: key.count)
        file += key
      }
    }
    file.set(UInt32(truncatingIfNeeded: file.count - begin), at: begin)
  }

  /// Appends a list with the offset of each key, counted from the beginning of the table.
  private func appendOffsets(to file: inout [UInt8], _ start: Int) {
    var next = file.count + 8 * count - start
    for part in parts {
      switch part {
      case .kept(let range):
        guard let old else { continue }
        let offsets = old.offsets + 4 * range.lowerBound..<old.offsets + 4 * range.upperBound
        let first = old.file.size(at: offsets.lowerBound) ?? 0
        file.append(atomsOf: old.file, offsets, plus: next - first)
        next += old.place(of: range.upperBound) - old.place(of: range.lowerBound)
      case .added(let key, _):
        file.append(size: next)
        next += 4 + key.count
      }
    }
  }
}
