// SPDX-License-Identifier: Apache-2.0

/// One condition of a search: the attribute with a number has exactly the given value.
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
  /// Records that cannot be read are left out.
  ///
  /// - Parameter isUnique: true if at most one record of the table fulfils the terms.
  package func records(
    in known: Relation, _ terms: [RecordTerm], limit: Int = .max, isUnique: Bool = false
  ) -> [FileRecord] {
    records(in: known, terms, limit: limit, isUnique: isUnique) { $0 }
  }

  /// Returns the values that `make` gives for the records that fulfil all terms.
  ///
  /// If only one record can fulfil the terms, an index leads to the record, whose values are
  /// compared with the terms. If this search finds nothing, or if several records can fulfil the
  /// terms, every record is compared. So a damaged index hides no item.
  ///
  /// - Parameters:
  ///   - limit: the most values to return.
  ///   - isUnique: true if at most one record of the table fulfils the terms.
  ///   - make: returns nil for a record that is left out. The record then does not count for the
  ///     limit.
  func records<Made>(
    in known: Relation, _ terms: [RecordTerm], limit: Int, isUnique: Bool = false,
    _ make: (FileRecord) -> Made?
  ) -> [Made] {
    guard let table = table(known.id), let relation = relations[known.id] else { return [] }
    var places: [(position: Int, bytes: [UInt8])] = []
    for term in terms {
      guard let position = relation.position(of: term.attribute) else { return [] }
      var bytes: [UInt8] = []
      bytes.append(term.value, as: relation.attributes[position].format)
      places.append((position, bytes))
    }
    func made(_ number: Int) -> Made? {
      guard let record = try? table.record(number, relation),
        places.allSatisfy({ (try? record.has($0.bytes, at: $0.position)) == true })
      else { return nil }
      return make(record)
    }
    let found = numbers(table, relation, terms, isUnique).compactMap { made(Int($0)) }
    if !found.isEmpty { return Array(found.prefix(limit)) }
    var all: [Made] = []
    for number in 0..<table.slotCount where all.count < limit {
      if let one = made(number) { all.append(one) }
    }
    return all
  }

  /// Returns the record numbers that an index gives for the terms, if only one record can fulfil
  /// them.
  ///
  /// Empty if several records can fulfil the terms, or if no index is usable.
  private func numbers(
    _ table: FileTable, _ relation: Relation, _ terms: [RecordTerm], _ isUnique: Bool
  ) -> [UInt32] {
    let given = Dictionary(terms.map { ($0.attribute, $0.value) }) { first, _ in first }
    let usable = relation.indexes.filter { index in
      (index.isUnique || isUnique) && index.attributes.allSatisfy { given[$0] != nil }
    }
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
