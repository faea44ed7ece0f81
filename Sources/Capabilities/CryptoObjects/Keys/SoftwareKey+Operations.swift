// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

extension SoftwareKey {
  /// Signs a digest or a message, as the algorithm demands.
  ///
  /// - Throws: -50 if the key does not support the algorithm, or if the input has a wrong length
  ///   (Specification/seckey.md, "Error reporting", "RSA signatures", "ECDSA").
  package func sign(
    _ input: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    try require(.sign, algorithm)
    switch self {
    case .ec(let key): return try key.signed(input, algorithm)
    case .curve25519(let key):
      return try KeychainError.translating { () throws(CryptoError) in try key.sign(input) }
    case .rsa(let key):
      guard case .rsaSignature(let padding) = algorithm.encoding else { throw .unsupported }
      return try RSASignature.sign(try algorithm.digest(of: input), padding, by: key)
    }
  }

  /// Verifies a signature of a digest or a message, as the algorithm demands.
  ///
  /// If this is the private key of an RSA pair, no signature ever matches.
  ///
  /// - Throws:
  ///   - -67808 if the signature does not match
  ///   - -50 if the key does not support the algorithm
  ///   - -50 for an RSA signature that is not a number below the modulus
  ///   - -50 if the algorithm is ECDSA with a hash and the digest does not have the length of the
  ///     hash
  package func verify(
    _ signature: Span<UInt8>, of input: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) {
    try require(.verify, algorithm)
    guard half == .publicHalf else { throw .noMatch }
    if case .curve25519(let key) = self {
      let isMatch = try KeychainError.translating { () throws(CryptoError) in
        try key.verify(signature, of: input)
      }
      guard isMatch else { throw .noMatch }
      return
    }
    let digest = try algorithm.digest(of: input)
    switch (algorithm.encoding, self) {
    case (.rsaSignature(let padding), .rsa(let key)):
      try RSASignature.verify(signature, of: digest, padding, by: key)
    case (.ecdsa(let layout, let hash), .ec(let key)):
      try ECDSASignature.verify(signature, of: digest, layout, hash, by: key)
    default: throw .unsupported
    }
  }
}

extension KeyAlgorithm {
  /// Returns the digest to sign: the hash of a message, or the given digest unchanged.
  func digest(of input: Span<UInt8>) throws(KeychainError) -> [UInt8] {
    guard isMessage, let hash else { return input.array }
    return try KeychainError.translating { () throws(CryptoError) in try hash.hash(input) }
  }
}

extension SoftwareKey {
  /// Encrypts a text with the algorithm.
  ///
  /// - Throws:
  ///   - -50 if the key does not support the algorithm
  ///   - -50 if the text is too long, or is a number that is not below the modulus
  ///     (Specification/seckey.md, "Error reporting", "RSA encryption" to "ECIES")
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

  /// Decrypts a ciphertext with the algorithm.
  ///
  /// Wrong PKCS#1 v1.5 padding is not an error: the result is then pseudo-random bytes
  /// (`ImplicitRejection`).
  ///
  /// - Throws: -50 if the key does not support the algorithm, or if the ciphertext is invalid. The
  ///   error does not say why the ciphertext is invalid.
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

extension SoftwareKey {
  /// Returns the secret that this private key shares with another party's key.
  ///
  /// - Parameters:
  ///   - peer: the public key of the other party: 04 ‖ X ‖ Y for a NIST curve, or 32 bytes for
  ///     X25519.
  ///   - parameters: the parameters of the key derivation; nil if the caller's parameters have a
  ///     wrong type or lack the size of the result. Only algorithms with a key derivation use them.
  /// - Throws: the first of these errors that applies:
  ///   - -50 if the key does not support the algorithm
  ///   - -50 if `peer` is not a point of a curve
  ///   - -26275 if `peer` is on another NIST curve
  ///   - -50 for an X25519 point of small order, with which every key shares zero
  ///   - -50 if the algorithm needs parameters and they are wrong or missing
  package func exchange(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    try require(.keyExchange, algorithm)
    switch self {
    case .ec(let key): return try key.exchanged(algorithm, with: peer, parameters)
    case .curve25519(let key): return try key.exchanged(algorithm, with: peer, parameters)
    case .rsa: throw .unsupported
    }
  }

  /// Returns the bytes of this public key, for a key exchange with a private key of another pair.
  ///
  /// The bytes do not say which kind of key they are. A private scalar or a signing key of 32 bytes
  /// would pass for a public key of X25519, so these keys are refused.
  ///
  /// - Throws: -50 for a private key, and for a key that is not for key exchange.
  package func exchangeForm() throws(KeychainError) -> [UInt8] {
    guard half == .publicHalf, family == .ec || family == .x25519 else {
      throw .parameter("the other key is not a public key for key exchange")
    }
    return publicForm
  }
}
