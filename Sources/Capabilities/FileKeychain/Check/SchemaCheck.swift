// SPDX-License-Identifier: Apache-2.0

/// Checks that the rows of the meta tables describe the tables that the format knows.
///
/// The meta tables of a keychain file have a row for each table, attribute and index of the file.
/// The rows that describe the meta tables themselves stay unchecked, because no reader uses them.
struct SchemaCheck {
  private(set) var findings: [FileDamage] = []

  init(_ image: KeychainImage, _ schema: [Relation]) {
    let ids = Set(schema.map(\.id))
    let added = [Relation.certificates, .extendedAttributes].filter { !ids.contains($0.id) }
    for relation in schema + added {
      guard let found = image.relations[relation.id], found != relation else { continue }
      findings.append(
        FileDamage("the schema of a table differs from the format", table: relation.id))
    }
    for relation in schema where image.relations[relation.id] == nil {
      findings.append(
        FileDamage("the file lacks a table that every keychain has", table: relation.id))
    }
    for meta in Relation.meta { checkRows(of: meta, image) }
  }

  /// Compares the rows of a meta table (a table that describes tables) with the rows that the
  /// file's tables should have in it.
  private mutating func checkRows(of meta: Relation, _ image: KeychainImage) {
    var expected: [[[FileValue]]: Int] = [:]
    for relation in image.relations.values where relation.id > 3 {
      for row in SchemaRows.rows(of: relation, in: meta.id) { expected[row, default: 0] += 1 }
    }
    image.forEach(in: meta.id) { result in
      // `TableCheck` reports a row that cannot be read.
      guard let record = try? result.get(), let row = try? RecordValues(record).all else { return }
      if case .number(let id)? = row.first?.first, id <= 3 { return }
      if let count = expected[row], count > 0 {
        expected[row] = count - 1
      } else {
        findings.append(
          FileDamage(
            "a row of the schema is not as the format has it", table: meta.id,
            record: record.number))
      }
    }
  }
}
