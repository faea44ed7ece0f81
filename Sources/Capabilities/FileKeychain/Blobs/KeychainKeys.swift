// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// The keys of an unlocked keychain file (Specification/keychain-file-format.md, "Key hierarchy").
package struct KeychainKeys: Sendable {
  /// The key that wraps all keys of items.
  package let encryption: SecretBytes
  /// The key that authenticates the blobs.
  package let signing: SecretBytes

  package init(encryption: SecretBytes, signing: SecretBytes) {
    (self.encryption, self.signing) = (encryption, signing)
  }

  static let encryptionSize = 24
  static let signingSize = 20

  /// Makes the keys of a new file.
  static func generate(_ randomness: some RandomnessSource) throws(RandomnessError) -> KeychainKeys
  {
    KeychainKeys(
      encryption: try randomness.secret(count: encryptionSize),
      signing: try randomness.secret(count: signingSize))
  }
}
