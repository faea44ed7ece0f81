// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A private key of the secure element, as the algorithms use it (spec/seckey.md 7.2): every one
/// of curves, by two operations of the element.
package struct ElementPrivateKey: Sendable {
  private let bits: Int
  private let perform: @Sendable (ElementOperation) throws(KeychainError) -> SecretBytes

  /// - Parameters:
  ///   - bits: as `ElementKey` has them.
  ///   - perform: has the element compute.
  package init(
    bits: Int,
    _ perform: @escaping @Sendable (ElementOperation) throws(KeychainError) -> SecretBytes
  ) {
    self.bits = bits
    self.perform = perform
  }

  /// See `SoftwareKey.sign`.
  package func sign(
    _ input: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    try require(.sign, algorithm)
    return try signed(input, algorithm)
  }

  /// See `SoftwareKey.decrypt`.
  package func decrypt(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    try require(.decrypt, algorithm)
    return try decrypted(ciphertext, algorithm)
  }

  /// See `SoftwareKey.exchange`.
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
