// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

extension SoftwareKey {
  /// What the key shares with the holder of another.
  ///
  /// - Parameters:
  ///   - peer: the other's public point, 04 ‖ X ‖ Y.
  ///   - parameters: nil where what the caller gave is not of the right types, or the size is
  ///     missing; only algorithms with derivation look at them.
  /// - Throws: -50 where the key does not support the algorithm; -50 where `peer` is no point of a
  ///   curve; -26275 where it is one of another curve; -50 for parameters; in this order.
  package func exchange(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    try require(.keyExchange, algorithm)
    guard case .ec(let key) = self else { throw .unsupported }
    return try key.exchanged(algorithm, with: peer, parameters)
  }
}
