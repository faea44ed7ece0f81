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

extension Administration {
  /// Restores without a question.
  package func restore(
    _ content: [UInt8], under wrapping: BackupWrapping
  ) throws(KeychainError) -> RestoreReport {
    try restore(content, under: wrapping, RestoreTerms())
  }
}

/// What a rotation of the store's keys did, and what it left.
package struct RotationReport: Sendable {
  /// The generation of keys that rows are sealed under now, from 1.
  package var epoch: UInt32 = 0
  /// Whether this call made new keys; false when it went on with an earlier call's.
  package var hasNewKeys = false
  /// Whether the device key stayed as it is: with a passcode both together give the unlock key.
  package var keepsDeviceKey = false
  package var rowsResealed = 0
  /// Rows that keep older keys until their protection is unlocked, by protection.
  package var waiting: [Protection: Int] = [:]
  /// Rows that keep older keys since they do not open.
  package var rowsDamaged = 0
  /// Rows that were moved aside, for which older keys are kept.
  package var rowsAside = 0

  package init() {}

  /// Whether no row that can be found needs older keys.
  package var isComplete: Bool { waiting.isEmpty && rowsDamaged == 0 }
}
