// SPDX-License-Identifier: Apache-2.0

/// The steps that convert a store from one format to the next format, each step in one transaction.
///
/// A step is never changed after a release has contained it. Stores of old formats are kept for
/// tests.
package enum Migrations {
  /// The step that converts a store from the previous format to the format `version`.
  package struct Step: Sendable {
    package let version: Int
    package let statements: [String]

    package init(to version: Int, _ statements: [String]) {
      self.version = version
      self.statements = statements
    }
  }

  /// All steps, in ascending order of the formats to which they convert a store.
  package static let steps: [Step] = [
    // Format 2 has rows of two generations of keys. A program of format 1 would search by the
    // digests of only one generation and miss rows of the other generation. Therefore the column
    // that this program reads has a new name. The program is refused, and cannot report an existing
    // item as absent.
    Step(
      to: 2,
      [
        "ALTER TABLE meta ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE meta ADD COLUMN oldest INTEGER NOT NULL DEFAULT 1",
      ]
        + ["genp", "inet", "cert", "keys", "aside"].map { table in
          "ALTER TABLE \(table) RENAME COLUMN epoch TO keyepoch"
        }),
    // Format 3 has the registry of applications. A program of format 2 would not seal the registry
    // again when it renews keys, so it is refused.
    Step(
      to: 3,
      [
        "CREATE TABLE registry(id INTEGER PRIMARY KEY, name BLOB NOT NULL, day INTEGER NOT NULL, "
          + "sealed BLOB NOT NULL)",
        "CREATE UNIQUE INDEX registry_name ON registry(name)",
      ]),
    // In format 4, the tag on the head of the history covers the schema. Writing this tag needs
    // keys, so the next change of the store writes it. Until then a head of format 3 is accepted
    // too.
    Step(to: 4, []),
  ]

  /// True if the tables of a store with this format must be changed before the store can be read.
  static func changesTables(from version: Int) -> Bool {
    steps.contains { $0.version > version && !$0.statements.isEmpty }
  }

  /// Runs the steps that a store of an older format needs to reach the newest format.
  ///
  /// Another process may run steps at the same time, so each step reads the format again inside its
  /// transaction.
  package static func run(
    _ steps: [Step] = steps, on connection: Connection
  ) throws(StorageError) {
    // The steps change the schema, so SQLite compiles kept statements again.
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
