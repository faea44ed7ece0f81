// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

extension SoftwareKey {
  /// The signature of a digest or message, as the algorithm says.
  ///
  /// - Throws: -50 where the key does not support it, or the input has a length that it does not
  ///   allow (spec/seckey.md 1.3, 2.4, 2.5).
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

  /// Returns if the signature is one of the digest or message.
  ///
  /// With the private half of an RSA pair no signature ever matches.
  ///
  /// - Throws: -67808 if it is not; -50 where the key does not support the algorithm, for an RSA
  ///   signature that is no number below the modulus, and for a digest of another length than the
  ///   hash of an ECDSA algorithm has.
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
  /// The hash of a message; a digest as it is.
  func digest(of input: Span<UInt8>) throws(KeychainError) -> [UInt8] {
    guard isMessage, let hash else { return input.array }
    return try KeychainError.translating { () throws(CryptoError) in try hash.hash(input) }
  }
}

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

/// What a key exchange with derivation is told (spec/seckey.md 2.9).
package struct KeyExchangeParameters: Sendable {
  /// A derivation of more bytes than this is refused.
  package static let largestSize = 1 << 30

  /// How many bytes are to be derived.
  package let requestedSize: Int
  /// What both sides know; empty for nothing.
  package let sharedInfo: [UInt8]

  package init(requestedSize: Int, sharedInfo: [UInt8] = []) {
    self.requestedSize = requestedSize
    self.sharedInfo = sharedInfo
  }
}

extension SoftwareKey {
  /// What the key shares with the holder of another.
  ///
  /// - Parameters:
  ///   - peer: the other's public key: 04 ‖ X ‖ Y, for X25519 32 bytes.
  ///   - parameters: nil where what the caller gave is not of the right types, or the size is
  ///     missing; only algorithms with derivation look at them.
  /// - Throws: -50 where the key does not support the algorithm; -50 where `peer` is no point of a
  ///   curve; -26275 where it is one of another NIST curve; for X25519 -50 for a point of small
  ///   order, with which everybody shares zero; -50 for parameters; in this order.
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

  /// What another key exchanges with.
  ///
  /// Only the bytes say what they are: 32 of a scalar or of a key for signatures would pass for a
  /// public key of X25519.
  ///
  /// - Throws: -50 for a private key, and for one that is not for key exchange.
  package func exchangeForm() throws(KeychainError) -> [UInt8] {
    guard half == .publicHalf, family == .ec || family == .x25519 else {
      throw .parameter("the other key is no public key for key exchange")
    }
    return publicForm
  }
}
