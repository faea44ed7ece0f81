// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A row of the table `registry`, with the encrypted history of one application or with the
/// encrypted key events (Specification/diagnostics.md, "Application history").
///
/// Key events are events after which items cannot be opened, for example the removal of the
/// passcode.
package struct RegistryRow: Hashable, Sendable {
  /// The digest of the application's identifier, made with a secret key.
  ///
  /// The row of the key events (losses of items whose keys are missing) belongs to no application.
  /// That row has the digest of the empty identifier.
  package let name: Identifier16
  /// The day on which the application was last seen, in days since 2001-01-01 UTC.
  ///
  /// The row of the key events (losses of items whose keys are missing) belongs to no application.
  /// That row has the day of the last event.
  package let day: Int64
  package let sealed: [UInt8]

  package init(name: Identifier16, day: Int64, sealed: [UInt8]) {
    self.name = name
    self.day = day
    self.sealed = sealed
  }

  /// The number of columns of the table `registry`, including the row number.
  static let width = 4

  init?(reading row: borrowing Row) {
    guard let name = row.identifier(0) else { return nil }
    self.init(name: name, day: row.number(1), sealed: row.bytes(2))
  }
}

extension StoreReader {
  /// Returns the row of the application whose identifier has the digest `name`, or nil if the table
  /// has no such row.
  package func registryRow(named name: Identifier16) throws(StorageError) -> RegistryRow? {
    let select = try connection.statement(StatementKey(80)) {
      "SELECT name, day, sealed FROM registry WHERE name = ?"
    }
    select.bind(name, at: 1)
    let found = try select.first { (row) throws(StorageError) in RegistryRow(reading: row) }
    return found ?? nil
  }

  /// Returns all rows of the table `registry`, from the application that was last seen longest ago
  /// to the application that was seen last.
  package func registryRows() throws(StorageError) -> [RegistryRow] {
    let select = try connection.statement(StatementKey(81)) {
      "SELECT name, day, sealed FROM registry ORDER BY day, id"
    }
    var rows: [RegistryRow] = []
    try select.forEach { (row) throws(StorageError) in
      if let row = RegistryRow(reading: row) { rows.append(row) }
      return true
    }
    return rows
  }
}
