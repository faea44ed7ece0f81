// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
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

/// The element of machines without one: the keys are the store's best guarded secrets, and exist in
/// libcrypto for the time of one operation (Documentation/Decisions/secure-element.md).
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
      let signature = try KeychainError.translating("the key does not sign") {
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
