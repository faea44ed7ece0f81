// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A secure element: a device or program that uses private keys but never reveals them
/// (Specification/seckey.md, "Secure Enclave keys").
///
/// The secure element returns each new key in an encoding that only this secure element can use.
/// The caller seals the encoded key, stores it, and passes it back for each operation. A TPM, for
/// example, returns a blob that no other TPM loads.
package protocol SecureElement: Sendable {
  /// Generates a new private key in the secure element.
  ///
  /// - Parameter bits: the size of the key's curve, one of `ElementKey.sizes`.
  /// - Returns: the key in the secure element's own encoding, and its public point.
  func makeKey(bits: Int) throws(KeychainError) -> (kept: SecretBytes, point: [UInt8])

  /// Performs an operation with a private key of the secure element, and returns the result.
  ///
  /// - Parameter kept: the key in the encoding that `makeKey` returned.
  /// - Throws: -26275 if `kept` is not a key in the secure element's own encoding; -50 if the
  ///   operation has a point that is not on the key's curve.
  func perform(
    _ operation: ElementOperation, with kept: SecretBytes
  ) throws(KeychainError) -> SecretBytes
}

/// The secure element in software, for machines that have no hardware for it
/// (Documentation/Decisions/secure-element.md).
///
/// The store gives the private keys of this secure element to no caller: callers can only use them.
/// Each private key is in libcrypto only during an operation.
package struct SoftwareElement: SecureElement {
  package init() {}

  package func makeKey(
    bits: Int
  ) throws(KeychainError) -> (kept: SecretBytes, point: [UInt8]) {
    let key = try SoftwareKey(generating: .ec, bits: bits)
    return (try key.externalForm(), key.publicForm)
  }

  package func perform(
    _ operation: ElementOperation, with kept: SecretBytes
  ) throws(KeychainError) -> SecretBytes {
    guard case .ec(let key)? = try? SoftwareKey(externalForm: kept, .ec, .privateHalf),
      [.p256, .p384].contains(key.curve)
    else { throw KeychainError(.decode, "a key of the element is damaged") }
    switch operation {
    case .sign(let digest):
      let signature = try KeychainError.translating("the key cannot sign") {
        () throws(CryptoError) in
        try key.sign(digest.span)
      }
      return SecretBytes(copying: signature)
    case .agree(let point):
      return try KeychainError.translating("the point is not on the key's curve") {
        () throws(CryptoError) in
        try key.agree(with: ECKey(key.curve, point: point))
      }
    }
  }
}
