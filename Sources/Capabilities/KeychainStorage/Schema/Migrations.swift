// SPDX-License-Identifier: Apache-2.0

/// Steps from one format of the store to the next, in one transaction each.
///
/// A step is never changed once a release has run it; stores of old formats are kept as tests.
package enum Migrations {
  /// One step to `version` from the one before.
  package struct Step: Sendable {
    package let version: Int
    package let statements: [String]

    package init(to version: Int, _ statements: [String]) {
      self.version = version
      self.statements = statements
    }
  }

  /// All steps, ascending.
  package static let steps: [Step] = [
    // Rows of two generations of keys. A program of format 1 would ask for the digests of one only
    // and miss the others, so the column that it reads goes by another name: it is refused then,
    // and is never told that an item is absent.
    Step(
      to: 2,
      [
        "ALTER TABLE meta ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE meta ADD COLUMN oldest INTEGER NOT NULL DEFAULT 1",
      ]
        + ["genp", "inet", "cert", "keys", "aside"].map { table in
          "ALTER TABLE \(table) RENAME COLUMN epoch TO keyepoch"
        }),
    // What is known of applications. A program of format 2 would seal nothing of it anew when it
    // renews keys, so it is refused.
    Step(
      to: 3,
      [
        "CREATE TABLE registry(id INTEGER PRIMARY KEY, name BLOB NOT NULL, day INTEGER NOT NULL, "
          + "sealed BLOB NOT NULL)",
        "CREATE UNIQUE INDEX registry_name ON registry(name)",
      ]),
    // The tag of the history's head covers the schema. It needs keys: the next change of the store
    // writes it, and until then a head of format 3 is read too.
    Step(to: 4, []),
  ]

  /// Whether a store of a format cannot be read before it is migrated.
  static func changesTables(from version: Int) -> Bool {
    steps.contains { $0.version > version && !$0.statements.isEmpty }
  }

  /// Runs the steps that a store still lacks.
  ///
  /// Another process may have run some meanwhile, so the version is read again inside.
  package static func run(
    _ steps: [Step] = steps, on connection: Connection
  ) throws(StorageError) {
    // The steps change the schema, whose kept statements SQLite compiles anew.
    try connection.guardian.admitting { () throws(StorageError) in
      for step in steps { try run(step, on: connection) }
    }
  }

  private static func run(_ step: Step, on connection: Connection) throws(StorageError) {
    try connection.begin(.write)
    defer { connection.rollback() }
    guard try connection.number("PRAGMA user_version") == Int64(step.version - 1) else { return }
    for statement in step.statements { try connection.execute(statement) }
    try connection.execute("UPDATE meta SET format = \(step.version)")
    try connection.execute("PRAGMA user_version = \(step.version)")
    try connection.commit()
  }
}
