// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// What keeps private keys that nobody reads: P-256 only (spec/seckey.md 7.2).
///
/// What it gives for a key is for itself: whoever keeps it seals it, and gives it back for each
/// use. A TPM gives a blob that no other TPM loads.
package protocol SecureElement: Sendable {
  /// A new key.
  ///
  /// - Parameter bits: the size of its curve, one of `ElementKey.sizes`.
  func makeKey(bits: Int) throws(KeychainError) -> (kept: SecretBytes, point: [UInt8])

  /// The result of an operation.
  ///
  /// - Throws: -26275 for what it did not give, -50 for a point that is not on the key's curve.
  func perform(
    _ operation: ElementOperation, with kept: SecretBytes
  ) throws(KeychainError) -> SecretBytes
}
