// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// The padding of an RSA signature (Specification/seckey.md, "RSA signatures").
///
/// The padding is added before the private key is applied.
package enum RSASignaturePadding: Hashable, Sendable {
  /// No padding except leading zeros.
  case raw
  /// The PKCS#1 v1.5 padding of a digest.
  ///
  /// If the hash function is nil, the padding has no DigestInfo (RFC 8017 9.2).
  case pkcs1v15(HashFunction?)
  /// PSS padding, with a salt as long as the hash and with the same hash function in MGF1 (RFC 8017
  /// 9.1).
  case pss(HashFunction)

  /// The size in bits of the smallest RSA modulus that can sign with this padding, or 0 for no
  /// limit.
  ///
  /// For PSS, the modulus without its first bit must have room for the hash, the salt and two
  /// bytes. Apple's limit for PSS is one bit less than this result. With a key at Apple's limit,
  /// Apple reports the algorithm as supported, but the key cannot sign.
  var smallestModulus: Int {
    switch self {
    case .raw, .pkcs1v15: 0
    case .pss(let hash): 16 * hash.size + 10
    }
  }
}
