// SPDX-License-Identifier: Apache-2.0

/// What the owner of a store can ask beyond the four verbs; can cross a socket like them.
///
/// Explaining is added here with its feature.
package protocol Administration: Sendable {
  /// Where the store is and what it is.
  func describeStore() throws(KeychainError) -> StoreDescription

  /// The damage that reading every page of the file meets, as words; opens no row.
  func damagedParts() throws(KeychainError) -> [String]

  /// Opens every row and compares it with its digests and the history; changes nothing.
  func check() throws(KeychainError) -> CheckReport

  /// Renews the store's keys while others go on working; goes on with an unfinished renewal.
  func rotateKeys() throws(KeychainError) -> RotationReport

  /// Copies the whole store, its device key included, into a new directory that opens as a store.
  ///
  /// - Parameter directory: an absolute path that nothing has yet.
  /// - Returns: the check of the copy; with findings no copy was made.
  func copyStore(to directory: String) throws(KeychainError) -> CheckReport

  /// Refuses what `backup` would, while an item that belongs into it is locked; costs no key.
  ///
  /// - Throws: -25308.
  func requireBackup() throws(KeychainError)

  /// Makes a backup of what may leave the store (spec/secitem.md 14.1).
  ///
  /// - Throws: -25308 when an item that belongs into it is locked.
  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup

  /// Brings back a backup, all of it or nothing (spec/secitem.md 14.2).
  ///
  /// Items that are not synchronizable are removed from the store before, unless the two are
  /// merged.
  ///
  /// - Throws: -25293 for a wrong passphrase, -26275 for bytes that are no backup or not for here,
  ///   -25308 while the store is locked, -25291 where more would be lost than was agreed to.
  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport

  /// Brings back what the store had before its last restore, all of it or nothing.
  ///
  /// Synchronizable items that came since then stay. If a copy is kept, the undoing can be undone.
  ///
  /// - Throws: -25294 where no copy of before is there, -25308 while the store is locked, -25291
  ///   where more would be lost than was agreed to.
  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport

  /// Removes the copy of what the store had before its last restore.
  ///
  /// - Returns: whether there was one.
  func forgetBeforeRestore() throws(KeychainError) -> Bool

  /// Whether the store is locked, and what is known of its passcode.
  func lockStatus() throws(KeychainError) -> LockStatus

  /// Sets the first passcode, makes new keys and seals every row under them, so that no keybag of
  /// before opens it; the store stays unlocked.
  ///
  /// Where it is cut off once the passcode is set, the next unlocking goes on.
  ///
  /// - Returns: what was sealed anew, and what was not.
  /// - Throws: -50 where there is one, -25291 while rows still have keys of an earlier rotation.
  @discardableResult
  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport

  /// Looks at a passcode as a try like any other; changes nothing else.
  ///
  /// - Throws: as `changePasscode`.
  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError)

  /// Puts another passcode in the place of the old one; items are not touched.
  ///
  /// - Throws: -25293 for a wrong one and while no try is looked at, with the seconds to wait;
  ///   -50 where there is none.
  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError)

  /// Removes the passcode; items that need one are gone for ever with it.
  ///
  /// - Throws: as `changePasscode`.
  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError)

  /// Unlocks the store for all processes of the user.
  ///
  /// - Throws: as `changePasscode`.
  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError)

  /// Locks the store for all processes of the user.
  ///
  /// - Parameter all: also what stays after the first unlock, as if the machine had started anew.
  /// - Throws: -50 where there is no passcode.
  func lockStore(all: Bool) throws(KeychainError)

  /// All items that the caller sees, without secrets and without prompts.
  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary]
}

extension Administration {
  /// Changes the passcode as the owner does who types the old one.
  package func changePasscode(
    from old: Passcode, to new: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) {
    try changePasscode(from: old, to: new, at: .prompt, for: limit)
  }

  /// Removes the passcode as the owner does who types it.
  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    try removePasscode(passcode, at: .prompt)
  }
}

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

/// What `security check` found.
package struct CheckReport: Sendable {
  /// One thing that is wrong.
  package struct Finding: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case rowDoesNotOpen, digestDiffers, duplicateName, historyBroken, rowMissing, rowRolledBack
      case fileDamaged, copyOutOfStep, entryMissing
      /// A row that is there, of which nothing tells whether it was removed.
      case rowInDoubt
      /// `attempts` is missing or not what was written; no item is touched.
      case countsLost
    }
    package let kind: Kind
    package let itemClass: ItemClass?
    package let identifier: Identifier16?
    /// What can still be known, without values of attributes.
    package let detail: String
    /// When the row was last changed, where that is known.
    package let time: Instant?

    package init(
      _ kind: Kind, itemClass: ItemClass? = nil, identifier: Identifier16? = nil,
      detail: String = "", time: Instant? = nil
    ) {
      self.kind = kind
      self.itemClass = itemClass
      self.identifier = identifier
      self.detail = detail
      self.time = time
    }
  }

  package var rowsOpened = 0
  /// Rows whose class key is not available now, so that they could not be judged.
  package var rowsLocked = 0
  /// Rows whose class key went with a passcode that was removed: they never open again.
  package var rowsLost = 0
  package var tombstones = 0
  package var rowsAside = 0
  package var findings: [Finding] = []
  /// What cannot be known and is no finding, in words.
  package var notes: [String] = []
  /// Whether nothing but sums of pages is wrong, as after another SQLite has written them; only
  /// said of a store that was not opened.
  package var isOfPagesAlone = false

  package init() {}

  package var isClean: Bool { findings.isEmpty }

  /// Whether nothing but counts of wrong passcodes is wrong: there is nothing to repair.
  package var isOfCountsAlone: Bool {
    !isClean && findings.allSatisfy { $0.kind == .countsLost }
  }

  /// Whether nothing but the mark of the log is wrong, which the next change writes anew.
  package var isOfMarkAlone: Bool {
    !isClean
      && findings.allSatisfy { $0.kind == .fileDamaged && $0.detail.hasPrefix("store.db-mark") }
  }
}

extension Administration {
  /// Restores without a question.
  package func restore(
    _ content: [UInt8], under wrapping: BackupWrapping
  ) throws(KeychainError) -> RestoreReport {
    try restore(content, under: wrapping, RestoreTerms())
  }
}

/// One row of `security dump-items`.
package struct ItemSummary: Sendable {
  package enum State: String, Sendable {
    case readable, locked, prompt, damaged, lost
  }
  package let itemClass: ItemClass
  package let identifier: Identifier16
  /// Nil where the file is damaged there.
  package let protection: Protection?
  package let isSynchronizable: Bool
  package let isConstrained: Bool
  package let state: State
  /// Empty unless the state is `readable` or `prompt`.
  package let attributes: AttributeSet

  package init(
    itemClass: ItemClass, identifier: Identifier16, protection: Protection?,
    isSynchronizable: Bool, isConstrained: Bool, state: State, attributes: AttributeSet
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.protection = protection
    self.isSynchronizable = isSynchronizable
    self.isConstrained = isConstrained
    self.state = state
    self.attributes = attributes
  }

  /// The name of the protection; a question mark where nobody can read it.
  package var protectionName: String { protection?.name ?? "?" }
}
