// SPDX-License-Identifier: Apache-2.0

/// The calls with which the owner of a store administers the store, besides the four calls for
/// items.
///
/// All parameters and results are values, so that a daemon will be able to receive these calls from
/// other processes. Explanations have a separate protocol, `Explaining`.
package protocol Administration: Sendable {
  /// Returns the directory, the identity and the state of the store.
  func describeStore() throws(KeychainError) -> StoreDescription

  /// Reads every page of the store's file, and returns a description of each damaged part; empty if
  /// no part is damaged.
  ///
  /// No row is decrypted.
  func damagedParts() throws(KeychainError) -> [String]

  /// Checks the store, and changes nothing: decrypts every row, and compares the row with its
  /// digests and the change history.
  func check() throws(KeychainError) -> CheckReport

  /// Replaces the store's keys with new keys, and seals the rows again, while other processes keep
  /// working.
  ///
  /// If an earlier call did not finish, this call continues its work.
  func rotateKeys() throws(KeychainError) -> RotationReport

  /// Copies the whole store, with its device key, into a new directory that can be used as a store.
  ///
  /// - Parameter directory: an absolute path at which no file exists yet.
  /// - Returns: the result of checking the copy. If the check found a fault, the copy was removed.
  func copyStore(to directory: String) throws(KeychainError) -> CheckReport

  /// Checks that `backup` would succeed, before the costly derivation of a key.
  ///
  /// - Throws: -25308 if an item that belongs in the backup is locked.
  func requireBackup() throws(KeychainError)

  /// Makes a backup of the items that may leave the store (Specification/secitem.md, "Exporting a
  /// backup").
  ///
  /// - Throws: -25308 if an item that belongs in the backup is locked.
  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup

  /// Restores the items of a backup, completely or not at all (Specification/secitem.md, "Importing
  /// a backup").
  ///
  /// Items that are not synchronizable are removed from the store first, unless the terms ask for a
  /// merge.
  ///
  /// - Throws:
  ///   - -25293 for a wrong passphrase,
  ///   - -26275 for bytes that are not a backup, or a backup that is not for this device,
  ///   - -25308 while the store is locked,
  ///   - -25291 if more items would be lost than the terms allow.
  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport

  /// Undoes the last restore: brings back the items that the store had before the restore,
  /// completely or not at all.
  ///
  /// Synchronizable items that were added after the last restore stay. If the terms ask for a copy,
  /// this call can be undone as well.
  ///
  /// - Throws:
  ///   - -25294 if there is no copy of the store from before its last restore,
  ///   - -25308 while the store is locked,
  ///   - -25291 if more items would be lost than the terms allow.
  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport

  /// Removes the copy of the store that was kept before the last restore; the restore can then no
  /// longer be undone.
  ///
  /// - Returns: true if there was a copy.
  func forgetBeforeRestore() throws(KeychainError) -> Bool

  /// Returns the lock state of the store and the known facts about its passcode.
  func lockStatus() throws(KeychainError) -> LockStatus

  /// Sets the first passcode of the store, makes new keys and seals every row with them; the store
  /// stays unlocked.
  ///
  /// Afterwards no earlier keybag can decrypt the store. If the call is interrupted after the
  /// passcode is set, the next unlocking continues the work.
  ///
  /// - Returns: the numbers of rows that were sealed again and of rows that still have older keys.
  /// - Throws: -50 if there is a passcode already, -25291 while rows still have keys of an earlier
  ///   rotation.
  @discardableResult
  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport

  /// Verifies the passcode of the store, and changes nothing except the count of wrong passcodes.
  ///
  /// A wrong passcode is counted as in the other calls that take a passcode.
  ///
  /// - Throws: the errors of `changePasscode`.
  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError)

  /// Replaces the passcode of the store with a new passcode; items are not changed.
  ///
  /// - Throws:
  ///   - -25293 if the old passcode is wrong,
  ///   - -25293, with the seconds to wait, if the store accepts no passcode now because of earlier
  ///     wrong passcodes,
  ///   - -50 if the store has no passcode.
  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError)

  /// Removes the passcode of the store; items whose protection needs a passcode can never be
  /// decrypted again.
  ///
  /// - Throws: the errors of `changePasscode`.
  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError)

  /// Unlocks the store for all processes of the user, if the passcode is right.
  ///
  /// If neither the kernel nor the key agent can hold the unlock keys, unlocks the store for the
  /// calling process only (`LockStatus.isShared`).
  ///
  /// - Throws: the errors of `changePasscode`.
  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError)

  /// Locks the store for all processes of the user, so that items whose protection needs an
  /// unlocked store (`ak`, `aku`, `akpu`) cannot be decrypted.
  ///
  /// - Parameter all: true to lock the store as if the machine had been started again. Items that
  ///   are available after the first unlock are then locked too.
  /// - Throws: -50 if the store has no passcode.
  func lockStore(all: Bool) throws(KeychainError)

  /// Returns a summary of every item of the given classes that the caller may see, without secrets
  /// and without prompts.
  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary]
}

extension Administration {
  /// Replaces the passcode of the store; the user typed the old passcode at a prompt.
  package func changePasscode(
    from old: Passcode, to new: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) {
    try changePasscode(from: old, to: new, at: .prompt, for: limit)
  }

  /// Removes the passcode of the store; the user typed the passcode at a prompt.
  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    try removePasscode(passcode, at: .prompt)
  }
}

extension Administration {
  /// Restores a backup with the default terms: no merge, no copy for `undoRestore`, and no limit of
  /// lost items.
  package func restore(
    _ content: [UInt8], under wrapping: BackupWrapping
  ) throws(KeychainError) -> RestoreReport {
    try restore(content, under: wrapping, RestoreTerms())
  }
}
