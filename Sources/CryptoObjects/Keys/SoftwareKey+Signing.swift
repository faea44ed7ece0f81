// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

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
