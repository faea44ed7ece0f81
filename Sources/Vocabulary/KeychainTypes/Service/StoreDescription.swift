// SPDX-License-Identifier: Apache-2.0

/// A store's place and identity.
package struct StoreDescription: Sendable {
  /// The store directory.
  package let directory: String
  /// The database file.
  package let path: String
  package let formatVersion: Int
  package let store: Identifier16
  /// New at creation and restore (spec/sync.md S5).
  package let incarnation: Identifier16
  /// The highest write number so far (spec/sync.md S6).
  package let lastWrite: Int64
  package let itemCount: Int
  /// What is wrong with one of the two files of the keybag, while the other one serves.
  package var keybagFlaw: String?
  /// Whether rows have keys that a keybag of before the passcode opens too, as after a passcode
  /// that an older version has set, or one whose setting was cut off.
  package var hasKeysFromBeforePasscode = false
  /// Rows that did not open and stood in the way of others: kept as they were, under their keys.
  package var rowsAside = 0
  /// The files that repairs have kept, by name.
  package var filesAside: [String] = []
  /// Whether there is a copy from before the last restore.
  package var hasCopyFromBefore = false

  package init(
    directory: String, path: String, formatVersion: Int, store: Identifier16,
    incarnation: Identifier16, lastWrite: Int64, itemCount: Int
  ) {
    self.directory = directory
    self.path = path
    self.formatVersion = formatVersion
    self.store = store
    self.incarnation = incarnation
    self.lastWrite = lastWrite
    self.itemCount = itemCount
  }
}
