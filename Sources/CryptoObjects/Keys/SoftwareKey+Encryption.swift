// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

extension SoftwareKey {
  /// The ciphertext of a text.
  ///
  /// - Throws: -50 where the key does not support the algorithm, or the text is too long, or as a
  ///   number no less than the modulus (spec/seckey.md 1.3, 2.6 to 2.8).
  package func encrypt(
    _ text: Span<UInt8>, _ algorithm: KeyAlgorithm,
    randomness: any RandomnessSource = SystemRandomness()
  ) throws(KeychainError) -> [UInt8] {
    try require(.encrypt, algorithm)
    switch (algorithm.encoding, self) {
    case (.rsaEncryption(let padding), .rsa(let key)):
      return try RSAEncryption.encrypt(text, padding, for: key, randomness)
    case (.rsaHybrid(let hash), .rsa(let key)):
      return try RSAHybrid.seal(text, hash, for: key, randomness)
    case (.ecies(let hash, let variableIV), .ec(let key)):
      return try ECIES.seal(text, hash, variableIV: variableIV, for: key)
    case (.ecies(let hash, let variableIV), .curve25519(let key)):
      return try ECIES.seal(text, hash, variableIV: variableIV, for: key)
    default: throw .unsupported
    }
  }

  /// The text of a ciphertext.
  ///
  /// - Throws: -50 where the key does not support the algorithm, and for every ciphertext that is
  ///   not right, without saying how. PKCS#1 v1.5 padding that is not right is no error.
  package func decrypt(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    try require(.decrypt, algorithm)
    switch (algorithm.encoding, self) {
    case (.rsaEncryption(let padding), .rsa(let key)):
      return try RSAEncryption.decrypt(ciphertext, padding, by: key)
    case (.rsaHybrid(let hash), .rsa(let key)):
      return try RSAHybrid.open(ciphertext, hash, by: key)
    case (_, .ec(let key)): return try key.decrypted(ciphertext, algorithm)
    case (_, .curve25519(let key)): return try key.decrypted(ciphertext, algorithm)
    default: throw .unsupported
    }
  }
}
