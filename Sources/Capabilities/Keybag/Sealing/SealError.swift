// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

extension SealError {
  /// Translates an error of memory, randomness or cryptography into a sealing error.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as SealError: error
      case is RandomnessError: .failed(.randomness)
      case CryptoError.notAuthentic, CryptoError.wrongLength: .notAuthentic
      case CryptoError.outOfMemory: .failed(.memory)
      default: .failed(.cryptography)
      }
  }
}

/// The reason why a row could not be sealed or opened.
package enum SealError: Error, Hashable, Sendable {
  /// The key of the protection is not available now; the second value is the reason.
  case unavailable(Protection, Availability)
  /// The bytes are not those that were sealed for this row.
  ///
  /// They were changed, cut short, or taken from another row or another write.
  case notAuthentic
  /// The secret needs an application password, and the given password is wrong.
  case wrongPassword
  /// The secret needs an application password, but no password was given.
  case needsPassword
  /// The bytes are sealed by a scheme that this version of Latchkey does not know; the value names
  /// it.
  case unknownScheme(UInt8)
  /// The keybag does not have the keys of the row's epoch (generation of keys), which the value
  /// names.
  case unknownEpoch(UInt32)
  /// A resource was missing: random bytes, memory or a function of libcrypto; the value says which.
  case failed(KeybagError.Cause)
}
