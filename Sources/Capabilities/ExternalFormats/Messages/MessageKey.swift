// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A private key that signs messages and opens their content keys.
///
/// The key may be in this process or in the secure element, so only its operations are used, never
/// its bytes (Documentation/Decisions/cms.md).
package protocol MessageKey: Sendable {
  /// Signs a digest or a message, with the errors of `SoftwareKey.sign`.
  func sign(_ input: Span<UInt8>, _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8]

  /// Decrypts a ciphertext, with the errors of `SoftwareKey.decrypt`.
  func decrypt(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes

  /// Returns the secret that the key shares with a public key, with the errors of
  /// `SoftwareKey.exchange`.
  func exchange(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes
}

extension SoftwareKey: MessageKey {}

extension ElementPrivateKey: MessageKey {}

/// A certificate with its private key: the signer or a recipient of a message.
package struct MessageIdentity: Sendable {
  package let certificate: Certificate
  package let key: any MessageKey

  package init(_ certificate: Certificate, _ key: any MessageKey) {
    self.certificate = certificate
    self.key = key
  }
}
