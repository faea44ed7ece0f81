// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// What an RSA signature is the private power of (spec/seckey.md 2.4).
package enum RSASignaturePadding: Hashable, Sendable {
  /// The input, with zeros in front.
  case raw
  /// A digest with padding; without a hash there is no DigestInfo (RFC 8017 9.2).
  case pkcs1v15(HashFunction?)
  /// A digest with salt, as many bytes of it as the hash has, and MGF1 with the same hash
  /// (RFC 8017 9.1).
  case pss(HashFunction)

  /// The bits of a modulus that signs with it.
  ///
  /// For PSS: hash, salt and two bytes in the bits behind the first. That is one more than Apple's
  /// threshold, at which a key is "supported" and signs nothing.
  var smallestModulus: Int {
    switch self {
    case .raw, .pkcs1v15: 0
    case .pss(let hash): 16 * hash.size + 10
    }
  }
}

/// What an RSA ciphertext is the public power of (spec/seckey.md 2.6).
package enum RSAEncryptionPadding: Hashable, Sendable {
  /// The text, with zeros in front.
  case raw
  /// The text with random bytes in front (RFC 8017 7.2).
  case pkcs1v15
  /// No label, MGF1 with the same hash (RFC 8017 7.1).
  case oaep(HashFunction)

  /// The bytes of a block that are not the text's.
  package var overhead: Int {
    switch self {
    case .raw: 0
    case .pkcs1v15: 11
    case .oaep(let hash): 2 * hash.size + 2
    }
  }
}

/// How the two numbers of an ECDSA signature are written (spec/seckey.md 2.5).
package enum ECDSALayout: Hashable, Sendable {
  /// As a SEQUENCE of two INTEGERs in DER.
  case x962
  /// Behind each other, each as long as the field.
  case rfc4754
}
