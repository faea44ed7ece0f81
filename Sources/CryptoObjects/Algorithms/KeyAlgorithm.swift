// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// One of the 87 public algorithms of keys: its string, and what that says (spec/seckey.md 2.2).
package struct KeyAlgorithm: Hashable, Sendable {
  /// How input becomes output, with the hash that it is done with.
  package enum Encoding: Hashable, Sendable {
    /// RSA signature: the private power of the input itself.
    case rawSignature
    /// RSA signature with PKCS#1 v1.5 padding; without a hash there is no DigestInfo.
    case pkcs1v15Signature(HashFunction?)
    /// RSA signature with PSS padding: MGF1 with the same hash, a salt of the hash's size.
    case pss(HashFunction)
    /// ECDSA signature as DER; without a hash the digest may have any length.
    case x962(HashFunction?)
    /// ECDSA signature as r‖s; without a hash the digest may have any length.
    case rfc4754(HashFunction?)
    /// RSA encryption: the public power of the input itself.
    case rawEncryption
    /// RSA encryption with PKCS#1 v1.5 padding.
    case pkcs1v15Encryption
    /// RSA encryption with OAEP: no label, MGF1 with the same hash.
    case oaep(HashFunction)
    /// A session key by OAEP, the text by AES-GCM.
    case oaepAESGCM(HashFunction)
    /// A fresh pair, X9.63 KDF and AES-GCM; the nonce is zero or comes out of the KDF as well.
    case ecies(HashFunction, variableIV: Bool)
    /// The x coordinate of the shared point.
    case ecdh
    /// The X9.63 KDF of that.
    case ecdhX963(HashFunction)
  }

  /// The string that applications print and store.
  package let name: String
  package let encoding: Encoding
  /// Whether the input of a signature is the message, which is hashed first.
  package let isMessage: Bool
  /// Whether the cofactor is in the name; on all curves here it is 1.
  package let isCofactor: Bool

  /// The algorithm with a string; nil for any other.
  package init?(name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  init(_ name: String, _ encoding: Encoding, isMessage: Bool = false, isCofactor: Bool = false) {
    self.name = name
    self.encoding = encoding
    self.isMessage = isMessage
    self.isCofactor = isCofactor
  }

  /// The keys that it is for.
  package var family: KeyFamily {
    switch encoding {
    case .rawSignature, .pkcs1v15Signature, .pss, .rawEncryption, .pkcs1v15Encryption, .oaep,
      .oaepAESGCM:
      .rsa
    case .x962, .rfc4754, .ecies, .ecdh, .ecdhX963: .ec
    }
  }

  /// The hash in its name.
  package var hash: HashFunction? {
    switch encoding {
    case .pkcs1v15Signature(let hash), .x962(let hash), .rfc4754(let hash): hash
    case .pss(let hash), .oaep(let hash), .oaepAESGCM(let hash), .ecies(let hash, _),
      .ecdhX963(let hash):
      hash
    case .rawSignature, .rawEncryption, .pkcs1v15Encryption, .ecdh: nil
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
