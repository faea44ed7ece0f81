// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Why one row was not sealed or opened.
package enum SealError: Error, Hashable, Sendable {
  /// The protection's key is not available now.
  case unavailable(Protection, Availability)
  /// The bytes are not what was sealed for this row: changed, swapped, copied, mixed or cut.
  case notAuthentic
  /// The secret is under an application password, and this is another.
  case wrongPassword
  /// The secret is under an application password, and none was given.
  case needsPassword
  /// Sealed by a scheme that this version does not know.
  case unknownScheme(UInt8)
  /// Sealed under keys of an epoch that the keybag does not hold.
  case unknownEpoch(UInt32)
  /// No randomness, no memory, no libcrypto.
  case failed(KeybagError.Cause)
}
