// SPDX-License-Identifier: Apache-2.0

/// One condition of a search: an attribute has exactly a value.
package struct RecordTerm: Hashable, Sendable {
  package let attribute: UInt32
  package let value: FileValue

  package init(_ attribute: UInt32, _ value: FileValue) {
    (self.attribute, self.value) = (attribute, value)
  }
}

/// The search for records by the values of their attributes (Specification/file-keychain.md,
/// "Search").
extension KeychainImage {
  /// Returns the records of a table that fulfil all terms, in the order of their numbers.
  ///
  /// An index leads to the records if one has attributes of the terms. If it leads to no record,
  /// all records are looked at: a damaged index hides no item. Records that cannot be read are left
  /// out.
  package func records(
    in known: Relation, _ terms: [RecordTerm], limit: Int = .max
  ) -> [FileRecord] {
    guard let table = table(known.id), let relation = relations[known.id] else { return [] }
    var places: [(position: Int, bytes: [UInt8])] = []
    for term in terms {
      guard let position = relation.position(of: term.attribute) else { return [] }
      var bytes: [UInt8] = []
      bytes.append(term.value, as: relation.attributes[position].format)
      places.append((position, bytes))
    }
    func fulfils(_ record: FileRecord) -> Bool {
      places.allSatisfy { (try? record.has($0.bytes, at: $0.position)) == true }
    }
    let found = numbers(table, relation, terms).compactMap { number in
      (try? table.record(Int(number), relation)).flatMap { $0 }
    }
    .filter(fulfils)
    if !found.isEmpty { return Array(found.prefix(limit)) }
    var records: [FileRecord] = []
    for number in 0..<table.slotCount where records.count < limit {
      guard let record = try? table.record(number, relation), fulfils(record) else { continue }
      records.append(record)
    }
    return records
  }

  /// Returns the numbers that the best index gives, in ascending order; empty without an index.
  private func numbers(
    _ table: FileTable, _ relation: Relation, _ terms: [RecordTerm]
  ) -> [UInt32] {
    let given = Dictionary(terms.map { ($0.attribute, $0.value) }) { first, _ in first }
    let usable = relation.indexes.filter { $0.attributes.allSatisfy { given[$0] != nil } }
    guard let index = usable.max(by: { $0.attributes.count < $1.attributes.count }),
      let sound = table.index(index, relation)
    else { return [] }
    var key: [UInt8] = []
    for id in index.attributes {
      guard let position = relation.position(of: id), let value = given[id] else { return [] }
      key.append(value, as: relation.attributes[position].format)
    }
    return Set(sound.records(of: key)).sorted()
  }
}
