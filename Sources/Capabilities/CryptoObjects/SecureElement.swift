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
