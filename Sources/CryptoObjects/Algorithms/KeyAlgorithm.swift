// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// One of the 87 public algorithms of keys: its string, and what that says (spec/seckey.md 2.2).
package struct KeyAlgorithm: Hashable, Sendable {
  /// How input becomes output, with the hash that it is done with.
  package enum Encoding: Hashable, Sendable {
    case rsaSignature(RSASignaturePadding)
    /// Without a hash the digest may have any length.
    case ecdsa(ECDSALayout, HashFunction?)
    case rsaEncryption(RSAEncryptionPadding)
    /// A session key by OAEP, the text by AES-GCM.
    case rsaHybrid(HashFunction)
    /// A fresh pair, the X9.63 KDF and AES-GCM; the IV is zero or comes out of the KDF as well.
    case ecies(HashFunction, variableIV: Bool)
    /// The x coordinate of the shared point, or the X9.63 KDF of it.
    case ecdh(HashFunction?)
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
    case .rsaSignature, .rsaEncryption, .rsaHybrid: .rsa
    case .ecdsa, .ecies, .ecdh: .ec
    }
  }

  /// The hash in its name.
  package var hash: HashFunction? {
    switch encoding {
    case .rsaSignature(.pkcs1v15(let hash)), .ecdsa(_, let hash), .ecdh(let hash): hash
    case .rsaSignature(.pss(let hash)), .rsaEncryption(.oaep(let hash)), .rsaHybrid(let hash),
      .ecies(let hash, _):
      hash
    case .rsaSignature(.raw), .rsaEncryption(.raw), .rsaEncryption(.pkcs1v15): nil
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
