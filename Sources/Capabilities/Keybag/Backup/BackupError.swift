// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// Why a backup was not made or not opened.
package enum BackupError: Error, Hashable, Sendable {
  /// The bytes do not begin as a backup does.
  case foreign
  /// A newer version of this program wrote it.
  case newerVersion
  /// Cut short, or changed since it was made.
  case damaged
  /// The passphrase is not the one that it was made with.
  case wrongPassphrase
  /// Its keys are wrapped by the key of another device, or of this one before it was renewed.
  case otherDevice
  /// A passphrase was given for one that needs none, or none for one that needs it.
  case wrapping(needsPassphrase: Bool)
  /// It is, or would be, larger than `Backup.sizeLimit`.
  case tooLarge
  /// Its passphrase has a cost for tests, which a release build does not open.
  case testBackup
  /// The class key of an item to be taken in is not there.
  case locked
  /// No randomness, no memory, no libcrypto.
  case unavailable(KeybagError.Cause)

  /// An error from below, told in the words of a backup.
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
  /// What the outside is told of a backup: -25293 for a wrong passphrase, -26275 for bytes that
  /// are none of ours or not for here (spec/secitem.md 14.2).
  package init(_ error: BackupError) {
    self =
      switch error {
      case .foreign: KeychainError(.decode, "the file is no backup of a store")
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
        KeychainError(.decode, "the backup was made for tests, and this is no build for them")
      case .locked: KeychainError(.interactionNotAllowed, "the store is locked")
      case .unavailable(.memory):
        KeychainError(.outOfMemory, "there is not enough memory for a cryptographic operation")
      case .unavailable(.randomness):
        KeychainError(.notAvailable, "the system gives no random bytes")
      case .unavailable(.cryptography):
        KeychainError(.notAvailable, "libcrypto does not offer what is needed")
      }
  }
}

/// Runs a part of a backup or a restore and tells its failure as a status.
package func backingUp<R>(_ body: () throws(BackupError) -> R) throws(KeychainError) -> R {
  do throws(BackupError) {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}
