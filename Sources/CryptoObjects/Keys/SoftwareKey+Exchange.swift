// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

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
