// SPDX-License-Identifier: Apache-2.0

/// Writes the indexes of a changed table (Specification/keychain-file-format.md, "Index section").
///
/// A sound index is copied, and the keys of changed records are put into their places. An index
/// that is not sound is made anew from the records.
struct IndexWriter {
  private let relation: Relation
  private let old: FileTable?
  /// The new and changed records by number; nil for a removed record.
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

  /// A key and the number of its record.
  private struct Entry {
    let key: [UInt8]
    let number: UInt32
  }

  /// Appends the index section to a file.
  ///
  /// - Parameters:
  ///   - start: the place of the table in the file.
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

  /// Appends an index in which the keys of changed records are replaced.
  private func merge(
    _ index: Relation.Index, _ old: FileIndex, to file: inout [UInt8], _ start: Int
  ) throws(DraftFailure) {
    var removed: [Int] = []
    if let table = self.old, changes.keys.contains(where: { !table.isFree(Int($0)) }) {
      removed = old.numbers.indices.filter { changes[old.numbers[$0]] != nil }
    }
    let entries = try entries(of: index, changes.values.compactMap { $0 })
    var insertions: [(place: Int, entry: Entry)] = []
    for entry in entries {
      let place = old.bound(of: entry.key, afterEqual: true)
      if index.isUnique {
        try requireUnique(entry, old, before: place, insertions.last?.entry)
      }
      insertions.append((place, entry))
    }
    var merge = IndexMerge(old, count: old.places.count - removed.count + entries.count, index)
    var next = 0
    var steps = removed.map { (place: $0, entry: Entry?.none) }
    steps += insertions.map { ($0.place, .some($0.entry)) }
    // A key that is put at a place stands before the key that was there.
    steps.sort { ($0.place, $0.entry == nil ? 1 : 0) < ($1.place, $1.entry == nil ? 1 : 0) }
    for step in steps {
      merge.keep(next..<step.place)
      if let entry = step.entry { merge.add(entry.key, entry.number) }
      next = step.entry == nil ? step.place + 1 : step.place
    }
    merge.keep(next..<old.places.count)
    merge.append(to: &file, start)
  }

  private func requireUnique(
    _ entry: Entry, _ old: FileIndex, before place: Int, _ last: Entry?
  ) throws(DraftFailure) {
    if let last, last.key == entry.key { throw .duplicate(table: relation.id) }
    var other = place - 1
    while other >= 0,
      IndexKey.compare(old.file, old.places[other] + 4, entry.key, 0, old.formats) == 0
    {
      guard changes[old.numbers[other]] != nil else { throw .duplicate(table: relation.id) }
      other -= 1
    }
  }

  /// Appends an index that is made of all records.
  private func rebuild(
    _ index: Relation.Index, _ records: [FileRecord], to file: inout [UInt8], _ start: Int
  ) throws(DraftFailure) {
    let entries = try entries(of: index, records)
    if index.isUnique {
      // Records that were equal before may stay: the damage is not the caller's.
      for (left, right) in zip(entries, entries.dropFirst()) where left.key == right.key {
        guard changes[left.number] == nil, changes[right.number] == nil else {
          throw .duplicate(table: relation.id)
        }
      }
    }
    var merge = IndexMerge(nil, count: entries.count, index)
    for entry in entries { merge.add(entry.key, entry.number) }
    merge.append(to: &file, start)
  }

  /// Returns the keys of records in the order of the index; equal keys stay in the order of the
  /// records.
  private func entries(
    of index: Relation.Index, _ records: [FileRecord]
  ) throws(DraftFailure) -> [Entry] {
    let formats = index.attributes.compactMap { relation.position(of: $0) }
      .map { relation.attributes[$0].format }
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
    return entries.enumerated().sorted { left, right in
      let difference = IndexKey.compare(left.element.key, 0, right.element.key, 0, formats)
      return difference == 0 ? left.offset < right.offset : difference < 0
    }
    .map(\.element)
  }
}

/// The keys of an index that is being written: runs of an old index, and new keys.
private struct IndexMerge {
  private let old: FileIndex?
  private let index: Relation.Index
  /// The offset of each key, from the first key.
  private var offsets: [UInt32] = []
  private var numbers: [UInt32] = []
  private var keys: [UInt8] = []

  init(_ old: FileIndex?, count: Int, _ index: Relation.Index) {
    (self.old, self.index) = (old, index)
    offsets.reserveCapacity(count)
    numbers.reserveCapacity(count)
    if let old, let first = old.places.first { keys.reserveCapacity(old.end - first + 1024) }
  }

  /// Takes keys of the old index over.
  mutating func keep(_ range: Range<Int>) {
    guard let old, !range.isEmpty else { return }
    let start = old.places[range.lowerBound]
    let end = range.upperBound < old.places.count ? old.places[range.upperBound] : old.end
    let shift = keys.count - start
    for place in range { offsets.append(UInt32(truncatingIfNeeded: old.places[place] + shift)) }
    numbers.append(contentsOf: old.numbers[range])
    keys.append(contentsOf: old.file[start..<end])
  }

  mutating func add(_ key: [UInt8], _ number: UInt32) {
    offsets.append(UInt32(truncatingIfNeeded: keys.count))
    numbers.append(number)
    keys.append(size: key.count)
    keys += key
  }

  /// Appends the index to a file, whose table begins at `start`.
  func append(to file: inout [UInt8], _ start: Int) {
    let begin = file.count
    let head = FileIndex.headSize + 4 + 4 * index.attributes.count + 8 * numbers.count
    file.append(size: head + keys.count)
    file.append(atom: index.id)
    file.append(atom: index.isUnique ? 1 : 0)
    file.append(size: index.attributes.count)
    for attribute in index.attributes { file.append(atom: attribute) }
    file.append(size: numbers.count)
    let first = UInt32(truncatingIfNeeded: begin - start + head)
    file.append(atoms: offsets.map { $0 &+ first })
    file.append(atoms: numbers)
    file += keys
  }
}
