// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// One of the 87 public algorithms of keys, or that of Ed25519: its string, and what that says
/// (spec/seckey.md 2.2).
package struct KeyAlgorithm: Hashable, Sendable {
  /// How input becomes output, with the hash that it is done with.
  package enum Encoding: Hashable, Sendable {
    case rsaSignature(RSASignaturePadding)
    /// Without a hash the digest may have any length.
    case ecdsa(ECDSALayout, HashFunction?)
    /// A message by Ed25519, which hashes it itself.
    case eddsa
    case rsaEncryption(RSAEncryptionPadding)
    /// A session key by OAEP, the text by AES-GCM.
    case rsaHybrid(HashFunction)
    /// A fresh pair, the X9.63 KDF and AES-GCM; the IV is zero or comes out of the KDF as well.
    case ecies(HashFunction, variableIV: Bool)
    /// The x coordinate (X25519: u) of the shared point, or the X9.63 KDF of it.
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
  package var families: [KeyFamily] {
    switch encoding {
    case .rsaSignature, .rsaEncryption, .rsaHybrid: [.rsa]
    case .ecdsa: [.ec]
    case .eddsa: [.ed25519]
    case .ecies, .ecdh: [.ec, .x25519]
    }
  }

  /// The hash that it is done with; nil where there is none, or the algorithm has it within.
  package var hash: HashFunction? {
    switch encoding {
    case .rsaSignature(.pkcs1v15(let hash)), .ecdsa(_, let hash), .ecdh(let hash): hash
    case .rsaSignature(.pss(let hash)), .rsaEncryption(.oaep(let hash)), .rsaHybrid(let hash),
      .ecies(let hash, _):
      hash
    case .rsaSignature(.raw), .rsaEncryption(.raw), .rsaEncryption(.pkcs1v15), .eddsa: nil
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
