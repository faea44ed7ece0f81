// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A private key in the secure element, with the algorithms that it supports
/// (Specification/seckey.md, "Secure Enclave keys").
///
/// All algorithms of elliptic curves are built on two operations of the secure element: signing and
/// key agreement.
package struct ElementPrivateKey: Sendable {
  private let bits: Int
  private let perform: @Sendable (ElementOperation) throws(KeychainError) -> SecretBytes

  /// Creates a key that uses a private key in the secure element.
  ///
  /// - Parameters:
  ///   - bits: the size of the key, which is one of `ElementKey.sizes`.
  ///   - perform: runs an operation with the key in the secure element.
  package init(
    bits: Int,
    _ perform: @escaping @Sendable (ElementOperation) throws(KeychainError) -> SecretBytes
  ) {
    self.bits = bits
    self.perform = perform
  }

  /// Signs a digest or a message with the private key in the secure element.
  ///
  /// Throws the errors of `SoftwareKey.sign`.
  package func sign(
    _ input: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    try require(.sign, algorithm)
    return try signed(input, algorithm)
  }

  /// Decrypts a ciphertext with the private key in the secure element.
  ///
  /// Throws the errors of `SoftwareKey.decrypt`.
  package func decrypt(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    try require(.decrypt, algorithm)
    return try decrypted(ciphertext, algorithm)
  }

  /// Returns the secret that the key in the secure element shares with the public key `peer`.
  ///
  /// The parameters and errors are those of `SoftwareKey.exchange`.
  package func exchange(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    try require(.keyExchange, algorithm)
    return try exchanged(algorithm, with: peer, parameters)
  }

  private func require(
    _ operation: KeyOperation, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) {
    guard algorithm.isSupported(operation, by: .ec, .privateHalf, bits: bits) else {
      throw .unsupported
    }
  }
}

extension ElementPrivateKey: PrivateCurveKey {
  var curve: Curve { bits == 384 ? .p384 : .p256 }

  func signature(of digest: [UInt8]) throws(KeychainError) -> [UInt8] {
    try perform(.sign(digest: digest)).withBytes { $0.array }
  }

  func shared(with other: ECKey) throws(KeychainError) -> SecretBytes {
    try perform(.agree(point: other.point))
  }
}
