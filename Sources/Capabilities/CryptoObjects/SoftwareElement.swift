// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

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
