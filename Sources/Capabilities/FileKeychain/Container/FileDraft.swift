// SPDX-License-Identifier: Apache-2.0

/// The reason why a keychain file cannot be changed as the caller wants.
package enum DraftFailure: Error, Equatable, Sendable {
  case damaged(FileDamage)
  /// Two records of the table with this number would be equal in the attributes that must differ.
  case duplicate(table: UInt32)
  /// The file would be larger than 4 GiB, the limit of its offsets of four bytes.
  case tooLarge
}

/// Changes to a keychain file, and the bytes of the file with these changes
/// (Specification/keychain-file-format.md, "Tables").
///
/// Tables that are not changed are copied. In a changed table, the records that stay keep their
/// order, and new and changed records follow in the order of their numbers.
package struct FileDraft {
  /// The file before the changes; nil for a new file.
  private let image: KeychainImage?
  private var tables: [UInt32: TableDraft] = [:]

  package init(_ image: KeychainImage) { self.image = image }

  /// True if the draft has changes.
  package var hasChanges: Bool { !tables.isEmpty }

  /// Makes a draft of a new file, which has no tables yet.
  private init() { image = nil }

  /// Adds a record, and returns its number.
  ///
  /// The table is added to the file first if the file lacks it.
  ///
  /// - Parameter values: the values of each attribute, in the order of `relation.attributes`; empty
  ///   for an absent attribute.
  package mutating func insert(
    into relation: Relation, _ values: [[FileValue]], content: [UInt8]
  ) throws(DraftFailure) -> UInt32 {
    if image?.relations[relation.id] == nil, tables[relation.id] == nil {
      try add(relation)
    }
    let commit = commit
    return try edit(relation.id) { (table) throws(DraftFailure) in
      try table.insert(values, content, commit: commit)
    }
  }

  /// Replaces the attributes and the content of a record.
  ///
  /// - Parameter values: the values of each attribute, in the order of `relation.attributes`; empty
  ///   for an absent attribute.
  package mutating func replace(
    _ record: FileRecord, _ values: [[FileValue]], content: [UInt8]
  ) throws(DraftFailure) {
    try edit(record.relation.id) { (table) throws(DraftFailure) in
      try table.replace(record, values, content)
    }
  }

  package mutating func remove(_ record: FileRecord) throws(DraftFailure) {
    try edit(record.relation.id) { table in table.remove(record.number) }
  }

  /// Returns the bytes of the file with all changes.
  ///
  /// - Throws: `duplicate` if a new or changed record is equal to another record in the attributes
  ///   of the unique index.
  package func encode() throws(DraftFailure) -> [UInt8] {
    let ids = Set(image?.tables.map(\.id) ?? []).union(tables.keys).sorted()
    let growth = tables.values.reduce(0) { $0 + $1.growth }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((image?.bytes.count ?? 0) + growth)
    bytes.append(atom: KeychainImage.magic)
    bytes.append(atom: KeychainImage.version)
    for size in [KeychainImage.authOffset, KeychainImage.schemaOffset, 0, 0, ids.count] {
      bytes.append(size: size)
    }
    let list = bytes.count
    for _ in ids { bytes.append(atom: 0) }
    for (place, id) in ids.enumerated() {
      bytes.set(UInt32(bytes.count - KeychainImage.schemaOffset), at: list + 4 * place)
      if let draft = tables[id] {
        try draft.encode(to: &bytes)
      } else if let table = image?.table(id) {
        bytes.append(contentsOf: table.bytes)
      }
      guard bytes.count <= Int(UInt32.max) - 4 else { throw .tooLarge }
    }
    bytes.set(
      UInt32(bytes.count - KeychainImage.schemaOffset), at: KeychainImage.schemaOffset)
    bytes.append(atom: commit)
    return bytes
  }

  /// The commit counter of the file with the changes: one more than in the file before.
  ///
  /// The counter is never 0, even after it overflows.
  private var commit: UInt32 { max(1, (image?.commit ?? 0) &+ 1) }

  private mutating func edit<R>(
    _ id: UInt32, _ change: (inout TableDraft) throws(DraftFailure) -> R
  ) throws(DraftFailure) -> R {
    if tables[id] == nil {
      guard let table = image?.table(id), let relation = image?.relations[id] else {
        throw .damaged(FileDamage("the file lacks a table of its schema", table: id))
      }
      tables[id] = TableDraft(relation, changing: table)
    }
    guard var table = tables.removeValue(forKey: id) else {
      throw .damaged(FileDamage("the file lacks a table of its schema", table: id))
    }
    defer { tables[id] = table }
    return try change(&table)
  }

  /// Adds an empty table, and the rows that describe it to the meta tables.
  ///
  /// The meta tables describe all tables of the file.
  private mutating func add(_ relation: Relation) throws(DraftFailure) {
    tables[relation.id] = TableDraft(relation, changing: nil)
    try describe(relation)
  }

  /// Adds the rows that describe a table to the meta tables, which describe all tables of the file.
  private mutating func describe(_ relation: Relation) throws(DraftFailure) {
    let commit = commit
    for meta in Relation.meta {
      for row in SchemaRows.rows(of: relation, in: meta.id) {
        _ = try edit(meta.id) { (table) throws(DraftFailure) in
          try table.insert(row, [], commit: commit)
        }
      }
    }
  }
}

extension FileDraft {
  /// Returns the bytes of a new keychain file (Specification/keychain-file-format.md, "Minimal
  /// writer recipe").
  ///
  /// - Parameter content: the data of the database record: the bytes of a `DatabaseBlob`.
  package static func newFile(database content: [UInt8]) throws(DraftFailure) -> [UInt8] {
    var draft = FileDraft()
    for relation in Relation.initial {
      draft.tables[relation.id] = TableDraft(relation, changing: nil)
    }
    for relation in Relation.initial { try draft.describe(relation) }
    _ = try draft.insert(into: .database, [], content: content)
    return try draft.encode()
  }

  /// Returns the bytes of a file that has only the tables that describe tables (meta tables).
  ///
  /// The file is a database in the format of keychains, but not a keychain.
  package static func newDatabase() throws(DraftFailure) -> [UInt8] {
    var draft = FileDraft()
    for relation in Relation.meta {
      draft.tables[relation.id] = TableDraft(relation, changing: nil)
    }
    for relation in Relation.meta { try draft.describe(relation) }
    return try draft.encode()
  }
}
