// SPDX-License-Identifier: Apache-2.0

/// The rows of the meta tables, which describe the tables of a keychain file
/// (Specification/keychain-file-format.md, "Meta tables").
enum SchemaRows {
  /// The limit for three numbers: a table's attributes, a table's indexes, and an index's
  /// attributes.
  ///
  /// Apple's tables stay far below. Without limits, a hostile schema would take hours to read.
  private static let most = 256

  /// Reads the descriptions of all tables from the meta tables, the four tables that describe
  /// tables.
  ///
  /// The layout of the meta tables themselves is fixed, so the rows that describe them are not
  /// read.
  static func relations(_ tables: [FileTable]) throws(FileDamage) -> [UInt32: Relation] {
    var relations: [UInt32: Relation] = [:]
    for relation in Relation.meta { relations[relation.id] = relation }
    try forEach(.schemaNames, tables) { (row) throws(FileDamage) in
      let id = try number(row, 0)
      guard !isMeta(id) else { return }
      guard relations[id] == nil else { throw damage(row) }
      relations[id] = Relation(id, try name(row, 1) ?? "", [])
    }
    try forEach(.schemaAttributes, tables) { (row) throws(FileDamage) in
      let id = try number(row, 0)
      guard !isMeta(id) else { return }
      guard let format = ValueFormat(rawValue: try number(row, 5)),
        let count = relations[id]?.attributes.count, count < most
      else { throw damage(row) }
      relations[id]?.attributes.append(
        Relation.Attribute(
          try number(row, 1), try name(row, 3), format, isNamed: try number(row, 2) == 0))
    }
    try forEach(.schemaIndexes, tables) { (row) throws(FileDamage) in
      let id = try number(row, 0)
      guard !isMeta(id) else { return }
      let attribute = try number(row, 2)
      guard let relation = relations[id], relation.position(of: attribute) != nil,
        relation.indexes.count < most
      else { throw damage(row) }
      let index = try number(row, 1)
      let known = relation.indexes.first { $0.id == index }?.attributes ?? []
      // An index with an attribute twice would have keys larger than its records.
      guard known.count < most, !known.contains(attribute) else { throw damage(row) }
      relations[id]?.add(attribute, toIndex: index, isUnique: try number(row, 3) == 0)
    }
    return relations
  }

  /// Returns the rows that describe a table in one of the meta tables.
  ///
  /// - Parameter meta: the number of the meta table.
  /// - Returns: for each row, a list of values for each attribute.
  static func rows(of relation: Relation, in meta: UInt32) -> [[[FileValue]]] {
    switch meta {
    case Relation.schemaNames.id:
      [[[.number(relation.id)], [.bytes(Array(relation.name.utf8))]]]
    case Relation.schemaIndexes.id:
      relation.indexes.flatMap { index in
        index.attributes.map { attribute in
          [relation.id, index.id, attribute, index.isUnique ? 0 : 1, 1].map { [.number($0)] }
        }
      }
    case Relation.schemaAttributes.id:
      relation.attributes.map { attribute in
        [
          [.number(relation.id)], [.number(attribute.id)],
          [.number(attribute.isNamed ? 0 : 2)],
          attribute.name.map { [.bytes(Array($0.utf8))] } ?? [], [],
          [.number(attribute.format.rawValue)],
        ]
      }
    default: []
    }
  }

  private static func isMeta(_ id: UInt32) -> Bool { id <= 3 }

  private static func forEach(
    _ meta: Relation, _ tables: [FileTable], _ body: (FileRecord) throws(FileDamage) -> Void
  ) throws(FileDamage) {
    guard let table = tables.first(where: { $0.id == meta.id }) else {
      throw FileDamage("the file lacks a table of its schema", table: meta.id)
    }
    try table.forEach(meta) { (record) throws(FileDamage) in try body(try record.get()) }
  }

  private static func number(_ row: FileRecord, _ position: Int) throws(FileDamage) -> UInt32 {
    guard let number = try row.number(at: position) else { throw damage(row) }
    return number
  }

  private static func name(_ row: FileRecord, _ position: Int) throws(FileDamage) -> String? {
    guard case .bytes(let name)? = try row.values(at: position).first else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func damage(_ row: FileRecord) -> FileDamage {
    FileDamage(
      "a row of the schema describes nothing", table: row.relation.id, record: row.number)
  }
}

extension Relation {
  fileprivate mutating func add(_ attribute: UInt32, toIndex id: UInt32, isUnique: Bool) {
    if let place = indexes.firstIndex(where: { $0.id == id }) {
      let old = indexes[place]
      indexes[place] = Index(id, isUnique: old.isUnique, old.attributes + [attribute])
    } else {
      indexes.append(Index(id, isUnique: isUnique, [attribute]))
      indexes.sort { $0.id < $1.id }
    }
  }
}
