// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What names a row in its store and in the world.
package struct RowNames: Hashable, Sendable {
  /// Row number; 0 for a new row.
  package var number: Int64 = 0
  package var uuid: Identifier16
  package var persistentIdentifier: Identifier16
  package var write: Int64

  package init(
    number: Int64 = 0, uuid: Identifier16, persistentIdentifier: Identifier16, write: Int64
  ) {
    self.number = number
    self.uuid = uuid
    self.persistentIdentifier = persistentIdentifier
    self.write = write
  }
}
