// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A private key for key agreement, in this process or in the secure element.
protocol PrivateAgreementKey: Sendable {
  associatedtype Other: AgreementKey

  /// The size of a public key on the curve of this key, in bytes.
  var publicSize: Int { get }

  /// Creates a public key on the curve of this key, from the bytes of `AgreementKey.publicBytes`.
  ///
  /// ECIES reads these bytes at the start of a ciphertext.
  func key(of bytes: [UInt8]) throws(CryptoError) -> Other

  /// Reads the public key that a caller passed for a key exchange.
  ///
  /// - Throws: the errors of `SoftwareKey.exchange`.
  func peer(_ bytes: [UInt8]) throws(KeychainError) -> Other

  /// Returns the secret that this key shares with another key on its curve.
  func shared(with other: Other) throws(KeychainError) -> SecretBytes
}

extension PrivateAgreementKey {
  func decrypted(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    guard case .ecies(let hash, let variableIV) = algorithm.encoding else { throw .unsupported }
    return try ECIES.open(ciphertext, hash, variableIV: variableIV, by: self)
  }

  /// Returns the secret that this key shares with the public key `peer`.
  ///
  /// The parameters and errors are those of `SoftwareKey.exchange`.
  func exchanged(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    guard case .ecdh(let hash) = algorithm.encoding else { throw .unsupported }
    let shared = try shared(with: self.peer(peer))
    guard let hash else { return shared }
    guard let parameters, (1...KeyExchangeParameters.largestSize).contains(parameters.requestedSize)
    else { throw .parameter("the size of the derived key is missing or not allowed") }
    return try KeychainError.translating { () throws(CryptoError) in
      try X963Derivation.derive(
        count: parameters.requestedSize, from: shared,
        SecretBytes(copying: parameters.sharedInfo), hash)
    }
  }
}
