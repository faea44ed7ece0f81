// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The reason why a backup could not be made or opened.
package enum BackupError: Error, Hashable, Sendable {
  /// The bytes are no backup: they do not begin with the magic number of a backup file.
  case foreign
  /// A newer version of Latchkey wrote the backup.
  case newerVersion
  /// The backup is cut short, or was changed since it was made.
  case damaged
  /// The backup was made with another passphrase.
  case wrongPassphrase
  /// The backup's keys are wrapped by another device, or by an earlier device key of this device.
  case otherDevice
  /// A passphrase is missing for a backup that needs one, or was given for a backup without one.
  ///
  /// If `needsPassphrase` is true, the backup needs a passphrase. If it is false, only the device
  /// that made the backup can open it, without a passphrase.
  case wrapping(needsPassphrase: Bool)
  /// The backup is larger than 512 MiB (`Backup.sizeLimit`), or the next item would make it larger.
  case tooLarge
  /// The backup was made with the low scrypt cost for tests, and this is a release build.
  ///
  /// A release build refuses to make or open a backup with this cost.
  case testBackup
  /// An item cannot be added to the backup, because the class key of its protection is locked.
  case locked
  /// A resource was missing: random bytes, memory or a function of libcrypto; the value says which.
  case unavailable(KeybagError.Cause)

  /// Translates an error of memory, randomness or cryptography into a backup error.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as BackupError: error
      case KeybagError.testKeybag: .testBackup
      case KeybagError.newerVersion: .newerVersion
      case KeybagError.unavailable(let cause): .unavailable(cause)
      case is RandomnessError: .unavailable(.randomness)
      case CryptoError.outOfMemory: .unavailable(.memory)
      case CryptoError.notAuthentic, CryptoError.wrongLength, is KeybagError: .damaged
      default: .unavailable(.cryptography)
      }
  }
}

extension KeychainError {
  /// Makes the keychain error that programs receive if a backup fails (Specification/secitem.md,
  /// "Importing a backup").
  ///
  /// The status is -25293 for a wrong passphrase, and -26275 for bytes that are no backup or cannot
  /// be opened on this device.
  package init(_ error: BackupError) {
    self =
      switch error {
      case .foreign: KeychainError(.decode, "the file is not a backup of a store")
      case .newerVersion:
        KeychainError(
          .decode, "the backup was made by a newer version", advice: "update this program")
      case .damaged: KeychainError(.decode, "the backup is damaged or cut short")
      case .wrongPassphrase:
        KeychainError(.authorizationFailed, "the passphrase of the backup is wrong")
      case .otherDevice:
        KeychainError(.decode, "the backup can only be opened on the device that made it")
      case .wrapping(needsPassphrase: true): .parameter("the backup needs a passphrase")
      case .wrapping(needsPassphrase: false):
        .parameter("the backup is wrapped by its device and has no passphrase")
      case .tooLarge: KeychainError(.decode, "a backup has at most 512 MiB")
      case .testBackup:
        KeychainError(.decode, "the backup was made for tests, and this build does not open it")
      case .locked: KeychainError(.interactionNotAllowed, "the store is locked")
      case .unavailable(.memory):
        KeychainError(.outOfMemory, "there is not enough memory for a cryptographic operation")
      case .unavailable(.randomness):
        KeychainError(.notAvailable, "the system gives no random bytes")
      case .unavailable(.cryptography):
        KeychainError(.notAvailable, "libcrypto lacks a function that is needed")
      }
  }
}

/// Runs `body`, returns its result, and throws its backup error as the matching keychain error.
package func backingUp<R>(_ body: () throws(BackupError) -> R) throws(KeychainError) -> R {
  do throws(BackupError) {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}
