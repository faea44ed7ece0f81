// SPDX-License-Identifier: Apache-2.0

/// Compares the indexes of a table with the indexes that a writer would make of its records
/// (Specification/keychain-file-format.md, "Index section").
///
/// An index key (`IndexKey`) has the values of one record in the attributes of the index. Records
/// with equal index keys may stand in any order.
struct IndexCheck {
  private(set) var findings: [FileDamage] = []

  init(_ table: FileTable, _ relation: Relation) {
    func damage(_ reason: StaticString) -> FileDamage { FileDamage(reason, table: table.id) }
    let stored = Array(table.bytes.dropFirst(table.indexOffset))
    do {
      let made = try IndexWriter.section(of: table, relation)
      let (expected, found) = (Self.lists(made, table), Self.lists(stored, table))
      guard let expected, let found, Self.isEqual(made, stored, expected, found) else {
        findings.append(damage("the indexes are not those of the records"))
        return
      }
      checkUnique(expected, relation, table)
    } catch {
      findings.append(damage("the indexes cannot be compared with the records"))
    }
  }

  /// The index keys (`IndexKey`) of one index, each with the number of its record.
  private struct Keys {
    let isUnique: Bool
    let keys: [ArraySlice<UInt8>]
    let numbers: [UInt32]
    /// The byte range of this index's record numbers in the table's index section.
    let places: Range<Int>
  }

  /// Returns the index keys of each index in a table's index section.
  ///
  /// Nil if the bytes are not an index section.
  private static func lists(_ section: [UInt8], _ table: FileTable) -> [Keys]? {
    guard section.size(at: 0) == section.count, let count = section.size(at: 4),
      count <= section.count / 4
    else { return nil }
    var lists: [Keys] = []
    for place in 0..<count {
      guard let offset = section.size(at: 8 + 4 * place),
        let keys = keys(section, at: offset - table.indexOffset, table.indexOffset)
      else { return nil }
      lists.append(keys)
    }
    return lists
  }

  private static func keys(_ section: [UInt8], at start: Int, _ base: Int) -> Keys? {
    guard start >= 8, let isUnique = section.atom(at: start + 8),
      let attributes = section.size(at: start + 12), attributes <= section.count / 4,
      let count = section.size(at: start + 16 + 4 * attributes), count <= section.count / 8
    else { return nil }
    let offsets = start + 20 + 4 * attributes
    let numbers = offsets + 4 * count
    var keys: [ArraySlice<UInt8>] = []
    var records: [UInt32] = []
    for place in 0..<count {
      guard let offset = section.size(at: offsets + 4 * place),
        let number = section.atom(at: numbers + 4 * place), offset >= base,
        let size = section.size(at: offset - base),
        size <= section.count - (offset - base) - 4
      else { return nil }
      keys.append(section[(offset - base + 4)..<(offset - base + 4 + size)])
      records.append(number)
    }
    return Keys(
      isUnique: isUnique != 0, keys: keys, numbers: records, places: numbers..<numbers + 4 * count)
  }

  /// Returns true if two index sections differ at most in the order of records with equal index
  /// keys.
  private static func isEqual(
    _ made: [UInt8], _ stored: [UInt8], _ expected: [Keys], _ found: [Keys]
  ) -> Bool {
    guard made != stored else { return true }
    guard made.count == stored.count, expected.count == found.count else { return false }
    var (one, other) = (made, stored)
    for (left, right) in zip(expected, found) {
      guard left.places == right.places, left.keys == right.keys,
        ordered(left) == ordered(right)
      else { return false }
      for place in left.places { (one[place], other[place]) = (0, 0) }
    }
    return one == other
  }

  /// Returns the record numbers of an index, with the numbers of equal index keys in ascending
  /// order.
  private static func ordered(_ list: Keys) -> [UInt32] {
    var ordered: [UInt32] = []
    var run: [UInt32] = []
    for (place, key) in list.keys.enumerated() {
      if place > 0, list.keys[place - 1] != key {
        ordered += run.sorted()
        run = []
      }
      run.append(list.numbers[place])
    }
    return ordered + run.sorted()
  }

  private mutating func checkUnique(_ lists: [Keys], _ relation: Relation, _ table: FileTable) {
    for list in lists where list.isUnique {
      for (place, key) in list.keys.enumerated().dropFirst() where list.keys[place - 1] == key {
        findings.append(
          FileDamage(
            "two records are equal in all attributes that must differ", table: table.id,
            record: list.numbers[place]))
      }
      if Set(list.numbers).count != table.recordCount {
        findings.append(
          FileDamage("a record lacks an attribute of the unique index", table: table.id))
      }
    }
  }
}
