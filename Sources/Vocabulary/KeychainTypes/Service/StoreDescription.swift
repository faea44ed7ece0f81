// SPDX-License-Identifier: Apache-2.0

/// The directory, the identity and the state of a store.
package struct StoreDescription: Sendable {
  /// The path of the store's directory.
  package let directory: String
  /// The path of the store's database file.
  package let path: String
  package let formatVersion: Int
  package let store: Identifier16
  /// The incarnation of the store: a random identifier that is new after each restore, copy and
  /// repair (Specification/sync.md, "Seams", S5).
  package let incarnation: Identifier16
  /// The highest write number in the store: the number of its last write operation
  /// (Specification/sync.md, "Seams", S6).
  package let lastWrite: Int64
  package let itemCount: Int
  /// The fault of the keybag or of its copy, in words; nil if both files are sound.
  ///
  /// If one of the two files has a fault, the store uses the other file.
  package var keybagFlaw: String?
  /// True if an old copy of the keybag, from before the passcode was set, could still decrypt rows.
  ///
  /// This happens if an older version of Latchkey has set the passcode, or if setting the passcode
  /// was interrupted.
  package var hasKeysFromBeforePasscode = false
  /// The number of rows that were moved aside, so that no query reads them.
  ///
  /// Examples are damaged rows that blocked a new row. These rows are still sealed with the keys
  /// that they had.
  package var rowsAside = 0
  /// The names to which `security check --repair` renamed the old files of the store.
  package var filesAside: [String] = []
  /// True if the store has a copy from before its last restore, with which `undoRestore` can undo
  /// the restore.
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
