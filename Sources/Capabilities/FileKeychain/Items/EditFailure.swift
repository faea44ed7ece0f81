// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The reason why an item of an unlocked keychain cannot be read or changed.
package enum EditFailure: Error, Equatable, Sendable {
  case draft(DraftFailure)
  case blob(BlobFailure)
  case randomness(RandomnessError)
  /// The keychain does not have the item any more.
  case noItem
  /// The keychain does not have the key of the item.
  case noKey
  /// The attributes of the item do not match the integrity digest (a hash of them) in its access
  /// list.
  case wrongDigest
  /// The item's partition list lacks the partition (the kind of program) of the calling program.
  case otherPartition
  /// The new values of an item are refused with an error.
  case refused(KeychainError)
}
