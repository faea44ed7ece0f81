// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainTypes

/// Inserts, changes and removes item rows through the writing connection.
struct RowWriter {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Inserts a new item row into the table of its class.
  ///
  /// - Parameter number: The row number. If nil, the row number is the write number (number of the
  ///   change) that the row contains.
  func insert(_ row: SealedRow, number: Int64? = nil) throws(StorageError) {
    let layout = TableLayout.of(row.facts.itemClass)
    let statement = try connection.statement(key(40, layout)) {
      let columns = layout.columns
      let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
      return "INSERT INTO \(layout.name)(id, \(columns.joined(separator: ", "))) VALUES(\(marks))"
    }
    statement.bind(number ?? row.facts.write, at: 1)
    bind(row, layout, to: statement, from: 2)
    try statement.run()
  }

  /// Replaces all columns of the stored row that has the row number of `row`.
  ///
  /// The indexes are changed only if an indexed column changes.
  func replace(_ row: SealedRow) throws(StorageError) {
    let layout = TableLayout.of(row.facts.itemClass)
    let keepsNames = try hasSameNames(row, layout)
    let statement = try connection.statement(key(keepsNames ? 41 : 42, layout)) {
      let columns = layout.columns
      let changed = keepsNames ? columns.filter { !layout.indexed.contains($0) } : columns
      // The parameters are numbered by the full list of columns, so that one function binds both
      // statements.
      let assignments = changed.map { name in
        "\(name) = ?\((columns.firstIndex(of: name) ?? 0) + 2)"
      }
      return "UPDATE \(layout.name) SET \(assignments.joined(separator: ", ")) WHERE id = ?1"
    }
    statement.bind(row.id, at: 1)
    bind(row, layout, to: statement, from: 2)
    try statement.run()
    guard connection.changes == 1 else { throw .unexpected(SQLITE_NOTFOUND) }
  }

  func remove(_ itemClass: ItemClass, id: Int64) throws(StorageError) {
    let layout = TableLayout.of(itemClass)
    let statement = try connection.statement(key(43, layout)) {
      "DELETE FROM \(layout.name) WHERE id = ?"
    }
    statement.bind(id, at: 1)
    try statement.run()
  }

  func moveAside(_ itemClass: ItemClass, id: Int64, at time: Instant) throws(StorageError) {
    let layout = TableLayout.of(itemClass)
    let digests = layout.digests.map { "coalesce(\(TableLayout.column($0)), zeroblob(16))" }
    let statement = try connection.statement(key(44, layout)) {
      """
      INSERT INTO aside(time, class, row, uuid, persistref, revision, write, prot, sync, tomb, \
      form, keyepoch, slot, digests, meta, secret) SELECT ?, \(itemClass.number), id, uuid, \
      persistref, revision, write, prot, sync, tomb, form, keyepoch, slot, \
      CAST(\(digests.joined(separator: " || ")) AS BLOB), meta, secret FROM \(layout.name) \
      WHERE id = ?
      """
    }
    statement.bind(time.microseconds, at: 1)
    statement.bind(id, at: 2)
    try statement.run()
    guard connection.changes == 1 else { throw .unexpected(SQLITE_NOTFOUND) }
    try remove(itemClass, id: id)
  }

  /// True if the stored row with the row number of `row` has equal values in all indexed columns.
  private func hasSameNames(
    _ row: SealedRow, _ layout: TableLayout
  ) throws(StorageError) -> Bool {
    let statement = try connection.statement(key(45, layout)) {
      let columns = layout.columns
      let conditions = layout.indexed.map { name in
        "\(name) IS ?\((columns.firstIndex(of: name) ?? 0) + 2)"
      }
      // The last parameter is named in the text, so that SQLite knows all parameters.
      return "SELECT ?\(columns.count + 1) IS NULL FROM \(layout.name) WHERE id = ?1 AND "
        + conditions.joined(separator: " AND ")
    }
    statement.bind(row.id, at: 1)
    bind(row, layout, to: statement, from: 2, sealed: false)
    return try statement.first { (_) throws(StorageError) in true } ?? false
  }

  private func bind(
    _ row: SealedRow, _ layout: TableLayout, to statement: Statement, from first: Int32,
    sealed: Bool = true
  ) {
    let facts = row.facts
    statement.bind(facts.uuid, at: first)
    statement.bind(facts.persistentIdentifier, at: first + 1)
    statement.bind(facts.revision.microseconds, at: first + 2)
    statement.bind(facts.write, at: first + 3)
    statement.bind(Int64(facts.protection.rawValue), at: first + 4)
    statement.bind(facts.isSynchronizable ? 1 : 0, at: first + 5)
    statement.bind(facts.isTombstone ? 1 : 0, at: first + 6)
    statement.bind(Int64(facts.form.rawValue), at: first + 7)
    statement.bind(Int64(facts.keyEpoch), at: first + 8)
    statement.bind(facts.slot, at: first + 9)
    var place = first + 10
    for (index, attribute) in layout.digests.enumerated() {
      let digest = index < row.digests.count ? row.digests[index] : nil
      statement.bind(attribute == .accessGroup ? facts.group : digest, at: place)
      place += 1
    }
    guard sealed else { return }
    statement.bind(row.metadata, at: place)
    statement.bind(row.secret, at: place + 1)
  }

  private func key(_ kind: UInt32, _ layout: TableLayout) -> StatementKey {
    StatementKey(kind, UInt64(layout.itemClass.number))
  }
}
