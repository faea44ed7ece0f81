// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Changes rows of the table `registry` (Specification/diagnostics.md, "Application history").
///
/// Most rows contain the history of one application: its access groups, versions, files and
/// entitlements over time. One row contains the store's key events: losses of items whose keys are
/// missing.
struct RegistryWriter {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Stores a row, and replaces the earlier row with the same `name` if it exists.
  func keep(_ row: RegistryRow) throws(StorageError) {
    let insert = try connection.statement(StatementKey(82)) {
      "INSERT INTO registry(name, day, sealed) VALUES(?, ?, ?)"
        + " ON CONFLICT(name) DO UPDATE SET day = excluded.day, sealed = excluded.sealed"
    }
    insert.bind(row.name, at: 1)
    insert.bind(row.day, at: 2)
    insert.bind(row.sealed, at: 3)
    try insert.run()
  }

  func remove(_ name: Identifier16) throws(StorageError) {
    let delete = try connection.statement(StatementKey(83)) {
      "DELETE FROM registry WHERE name = ?"
    }
    delete.bind(name, at: 1)
    try delete.run()
  }
}
