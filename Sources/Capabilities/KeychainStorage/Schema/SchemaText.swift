// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes

/// The SQL statements that create the tables and indexes of a new store.
package enum SchemaText {
  /// The number that identifies a Latchkey store in the header of the database file: the bytes
  /// "LKEY".
  package static let applicationNumber: Int64 = 0x4C4B_4559
  /// The number of the store format that this version of the library writes.
  ///
  /// The header of the database file contains the number as SQLite's user version.
  package static let formatVersion = 4
  /// The SHA-256 digest of the schema text (`Connection.schemaText`) of a store with this format.
  ///
  /// The authentication tag in the head of the change history (its authenticated summary) covers
  /// this digest.
  package static let digest: [UInt8] = [
    0x03, 0xa8, 0xd8, 0xee, 0x78, 0x1a, 0xf2, 0xa1, 0x2d, 0x52, 0xca,
    0x3b, 0x0f, 0x10, 0x2d, 0x2d, 0x7c, 0x35, 0x5b, 0x71, 0x1e, 0xfe,
    0x72, 0xe6, 0x9f, 0xb2, 0xd1, 0x1d, 0x8c, 0x13, 0xe7, 0xcd,
  ]

  /// The columns in the table of a class before the digest columns, in order.
  ///
  /// The row number is the write number (number of the change) with which the row was added. So a
  /// row number is never used twice, rises with time, and needs no counter.
  static let fixedColumns: [(name: String, type: String)] = [
    ("id", "INTEGER PRIMARY KEY"),
    ("uuid", "BLOB NOT NULL"),
    ("persistref", "BLOB NOT NULL"),
    ("revision", "INTEGER NOT NULL"),
    ("write", "INTEGER NOT NULL"),
    ("prot", "INTEGER NOT NULL"),
    ("sync", "INTEGER NOT NULL"),
    ("tomb", "INTEGER NOT NULL"),
    ("form", "INTEGER NOT NULL"),
    ("keyepoch", "INTEGER NOT NULL"),
    ("slot", "BLOB NOT NULL"),
  ]

  /// All statements that create the tables and indexes of a new store, in the order in which they
  /// are run.
  package static var statements: [String] {
    TableLayout.all.flatMap { [table($0)] + indexes($0) } + [meta, history, aside]
      + registry
  }

  /// Returns all statements that create a store of an older format.
  ///
  /// The steps in `Migrations` convert the store to the newest format.
  static func statements(of version: Int) -> [String] {
    var found = statements
    if version < 3 { found.removeAll { registry.contains($0) } }
    guard version < 2 else { return found }
    return found.map { statement in
      guard statement != meta else { return metaOfFormat1 }
      return statement.replacing("keyepoch ", with: "epoch ")
    }
  }

  /// Returns the statement that creates the table for the items of a class.
  package static func table(_ layout: TableLayout) -> String {
    let required = Set(Schema.of(layout.itemClass).required.map(\.attribute))
    var columns = fixedColumns.map { "\($0.name) \($0.type)" }
    columns += layout.digests.map {
      TableLayout.column($0) + (required.contains($0) ? " BLOB NOT NULL" : " BLOB")
    }
    columns += ["meta BLOB NOT NULL", "secret BLOB"]
    return "CREATE TABLE \(layout.name)(\(columns.joined(separator: ", ")))"
  }

  /// Returns the statements that create the indexes for the table of a class.
  ///
  /// The unique indexes contain all rows. The indexes for queries contain no tombstones.
  package static func indexes(_ layout: TableLayout) -> [String] {
    let table = layout.name
    let unique = [UniqueName.slot, .persistentReference, .uuid].map {
      "CREATE UNIQUE INDEX \(table)_\($0.rawValue) ON \(table)(\($0.rawValue))"
    }
    let required = Set(Schema.of(layout.itemClass).required.map(\.attribute))
    let search = (layout.search + [layout.listing]).map { index in
      let columns =
        (index.leading + [.accessGroup]).map(TableLayout.prefix) + (index.hasSync ? ["sync"] : [])
      let nullable = index.leading.filter { !required.contains($0) }
      let condition = ["tomb = 0"] + nullable.map { TableLayout.column($0) + " IS NOT NULL" }
      return "CREATE INDEX \(index.name) ON \(table)(\(columns.joined(separator: ", ")))"
        + " WHERE " + condition.joined(separator: " AND ")
    }
    return unique + search
  }

  /// The statement that creates the table `meta`.
  ///
  /// The only row of the table contains the identity of the store and the counters that each commit
  /// updates.
  static let meta = """
    CREATE TABLE meta(id INTEGER PRIMARY KEY, store BLOB NOT NULL, incarnation BLOB NOT NULL, \
    created INTEGER NOT NULL, format INTEGER NOT NULL, write INTEGER NOT NULL, \
    entries INTEGER NOT NULL, head BLOB NOT NULL, epoch INTEGER NOT NULL DEFAULT 1, \
    oldest INTEGER NOT NULL DEFAULT 1)
    """

  /// The statement that creates the table `meta` of format 1, which names only one generation of
  /// keys.
  private static let metaOfFormat1 = """
    CREATE TABLE meta(id INTEGER PRIMARY KEY, store BLOB NOT NULL, incarnation BLOB NOT NULL, \
    created INTEGER NOT NULL, format INTEGER NOT NULL, write INTEGER NOT NULL, \
    entries INTEGER NOT NULL, head BLOB NOT NULL)
    """

  /// The statement that creates the table of the change history, which has one entry for each
  /// changed row.
  ///
  /// The number of an entry is the write number of the change, which counts all changes of the
  /// store (Specification/sync.md, "Seams", S13).
  static let history = """
    CREATE TABLE history(write INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind INTEGER NOT NULL, \
    class INTEGER NOT NULL, persistref BLOB NOT NULL, uuid BLOB NOT NULL, slot_before BLOB, \
    slot_after BLOB, revision_before INTEGER, revision_after INTEGER, sync_before INTEGER, \
    sync_after INTEGER, origin BLOB, grp INTEGER NOT NULL, caller BLOB NOT NULL, \
    chain BLOB NOT NULL)
    """

  /// The statement that creates the table for item rows that queries must no longer read.
  ///
  /// One example is a damaged row that blocked a new row. Another example is a row that a repair
  /// found and that may be an old version or a deleted row. The table keeps the rows unchanged.
  static let aside = """
    CREATE TABLE aside(id INTEGER PRIMARY KEY, time INTEGER NOT NULL, class INTEGER NOT NULL, \
    row INTEGER NOT NULL, uuid BLOB, persistref BLOB, revision INTEGER, write INTEGER, \
    prot INTEGER, sync INTEGER, tomb INTEGER, form INTEGER, keyepoch INTEGER, slot BLOB, \
    digests BLOB, meta BLOB, secret BLOB)
    """

  /// The statements that create the table `registry` (Specification/diagnostics.md, "Application
  /// history").
  ///
  /// The table has one row for each application that used the store. One more row has the key
  /// events: losses of items whose keys are missing, for example because the passcode was removed.
  static let registry = [
    """
    CREATE TABLE registry(id INTEGER PRIMARY KEY, name BLOB NOT NULL, day INTEGER NOT NULL, \
    sealed BLOB NOT NULL)
    """,
    "CREATE UNIQUE INDEX registry_name ON registry(name)",
  ]
}
