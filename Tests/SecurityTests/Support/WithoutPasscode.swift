// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A service for tests without passcodes and backups: it refuses every request about them.
protocol WithoutPasscode: Administration {}

extension WithoutPasscode {
  private var refusal: KeychainError { .parameter("this service knows no passcode") }

  func requireBackup() throws(KeychainError) { throw refusal }
  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup { throw refusal }
  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport { throw refusal }
  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport { throw refusal }
  func forgetBeforeRestore() throws(KeychainError) -> Bool { throw refusal }
  func lockStatus() throws(KeychainError) -> LockStatus { throw refusal }
  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport { throw refusal }
  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    throw refusal
  }
  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) { throw refusal }
  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    throw refusal
  }
  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) { throw refusal }
  func lockStore(all: Bool) throws(KeychainError) { throw refusal }
}
