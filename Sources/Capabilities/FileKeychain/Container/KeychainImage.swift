// SPDX-License-Identifier: Apache-2.0

/// The content of a keychain file: its tables, and the schema that describes them
/// (Specification/keychain-file-format.md, "File header, schema section, trailer").
///
/// An image does not change. A `FileDraft` makes the bytes of the next image.
package struct KeychainImage: Sendable {
  static let magic: UInt32 = 0x6B79_6368
  static let version: UInt32 = 0x0001_0000
  static let authOffset = 16
  static let schemaOffset = 20
  /// The greatest number of tables in a file that is read; Apple's files have at most sixteen.
  private static let mostTables = 256

  package let bytes: [UInt8]
  /// The number of transactions that the file has had; each write adds one.
  package let commit: UInt32
  /// The tables, by ascending number.
  let tables: [FileTable]
  package let relations: [UInt32: Relation]

  /// Reads a whole file: its head, the heads of its tables, and its schema.
  ///
  /// - Parameter known: an image of the file before a change. If the meta tables (the tables that
  ///   describe tables) have equal bytes in both images, `known.relations` is taken over.
  package init(
    decoding bytes: [UInt8], after known: KeychainImage? = nil
  ) throws(FileDamage) {
    guard bytes.atom(at: 0) == Self.magic, bytes.atom(at: 4) == Self.version else {
      throw .otherKind
    }
    guard bytes.size(at: 8) == Self.authOffset, bytes.size(at: 12) == Self.schemaOffset,
      let size = bytes.size(at: Self.schemaOffset), let commit = bytes.atom(at: bytes.count - 4),
      Self.schemaOffset + size + 4 == bytes.count
    else { throw FileDamage("the file is longer or shorter than its head says") }
    self.bytes = bytes
    self.commit = commit
    let tables = try Self.tables(bytes, size)
    self.tables = tables
    if let known, Self.haveEqualSchemas(tables, known.tables) {
      relations = known.relations
    } else {
      relations = try SchemaRows.relations(tables)
    }
    for table in tables where relations[table.id] == nil {
      throw FileDamage("the schema does not describe a table", table: table.id)
    }
    for id in relations.keys.sorted() where table(id) == nil {
      throw FileDamage("the file lacks a table of its schema", table: id)
    }
  }

  private static func tables(_ bytes: [UInt8], _ size: Int) throws(FileDamage) -> [FileTable] {
    guard let count = bytes.size(at: schemaOffset + 4), count <= size / FileTable.headSize,
      count <= mostTables
    else { throw FileDamage("the number of tables contradicts the size of the file") }
    var tables: [FileTable] = []
    var next = 8 + 4 * count
    for place in 0..<count {
      guard bytes.size(at: schemaOffset + 8 + 4 * place) == next else {
        throw FileDamage("the tables do not follow each other")
      }
      let table = try FileTable(bytes, at: schemaOffset + next, before: schemaOffset + size)
      guard tables.last.map({ $0.id < table.id }) ?? true else {
        throw FileDamage("the tables are not in order", table: table.id)
      }
      tables.append(table)
      next += table.range.count
    }
    guard next == size else { throw FileDamage("the tables do not fill the file") }
    return tables
  }

  private static func haveEqualSchemas(_ tables: [FileTable], _ others: [FileTable]) -> Bool {
    Relation.meta.allSatisfy { meta in
      let (one, other) = (
        tables.first { $0.id == meta.id }, others.first { $0.id == meta.id }
      )
      return one.flatMap { one in other.map { one.hasBytes(of: $0) } } ?? false
    }
  }

  /// Returns the table with a number; nil if the file has no such table.
  package func table(_ id: UInt32) -> FileTable? { tables.first { $0.id == id } }

  /// Calls `body` with each record of a table; does nothing if the file has no such table.
  package func forEach<E: Error>(
    in id: UInt32, _ body: (Result<FileRecord, FileDamage>) throws(E) -> Void
  ) throws(E) {
    guard let table = table(id), let relation = relations[id] else { return }
    try table.forEach(relation, body)
  }

  /// Returns the record with a number in the table with the number `id`.
  ///
  /// Nil if the file has no such table, or if no record of the table has the number.
  package func record(_ number: UInt32, in id: UInt32) throws(FileDamage) -> FileRecord? {
    guard let table = table(id), let relation = relations[id] else { return nil }
    return try table.record(Int(number), relation)
  }
}
