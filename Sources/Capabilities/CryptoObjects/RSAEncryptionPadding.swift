// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// The padding of RSA encryption (Specification/seckey.md, "RSA encryption").
///
/// The padding is added before the public key is applied.
package enum RSAEncryptionPadding: Hashable, Sendable {
  /// No padding except leading zeros.
  case raw
  /// PKCS#1 v1.5 padding: random bytes before the text (RFC 8017 7.2).
  case pkcs1v15
  /// OAEP without a label, with the same hash function in MGF1 (RFC 8017 7.1).
  case oaep(HashFunction)

  /// The smallest number of bytes that the padding takes in an RSA block, beside the text.
  package var overhead: Int {
    switch self {
    case .raw: 0
    case .pkcs1v15: 11
    case .oaep(let hash): 2 * hash.size + 2
    }
  }
}
