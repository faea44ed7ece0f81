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

/// What can be done with a key; the numbers are those of the API (spec/seckey.md 1.1).
package enum KeyOperation: Int, CaseIterable, Hashable, Sendable {
  case sign = 0
  case verify = 1
  case encrypt = 2
  case decrypt = 3
  case keyExchange = 4
}

/// Which algorithms a key is made for.
package enum KeyFamily: CaseIterable, Hashable, Sendable {
  case rsa, ec, ed25519, x25519
}

/// Which half of a pair a key is.
package enum KeyHalf: CaseIterable, Hashable, Sendable {
  case publicHalf, privateHalf
}

extension KeyFamily {
  /// As a person calls it.
  package var word: String {
    switch self {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    }
  }
}

/// Which key does what (spec/seckey.md 2.3): the one table that both the question and the
/// operations use.
extension KeyAlgorithm {
  /// Whether keys of a family, half and size in bits support the algorithm for an operation.
  ///
  /// Both halves of an RSA pair "verify" and decrypt, because verifying is to take a power and to
  /// compare; with the private half no signature ever matches.
  ///
  /// - Parameter offered: whether this system's libcrypto has a hash (spec/seckey.md 8.2).
  package func isSupported(
    _ operation: KeyOperation, by family: KeyFamily, _ half: KeyHalf, bits: Int,
    offered: (HashFunction) -> Bool = { $0.isAvailable }
  ) -> Bool {
    guard families.contains(family), computedHash.map(offered) ?? true else { return false }
    return switch encoding {
    case .rsaSignature(let padding):
      Self.signs(operation, half) && bits >= padding.smallestModulus || operation == .verify
    case .ecdsa, .eddsa:
      Self.signs(operation, half) || operation == .verify && half == .publicHalf
    case .rsaEncryption(let padding):
      (bits + 7) / 8 >= padding.overhead
        && (Self.encrypts(operation, half) || operation == .decrypt)
    case .rsaHybrid(let hash):
      (bits + 7) / 8 >= RSAEncryptionPadding.oaep(hash).overhead
        && (Self.encrypts(operation, half) || Self.decrypts(operation, half))
    case .ecies:
      Self.encrypts(operation, half) || Self.decrypts(operation, half)
    case .ecdh:
      operation == .keyExchange && half == .privateHalf
    }
  }

  /// The hash that has to be computed: not that of a digest which is only wrapped or measured.
  private var computedHash: HashFunction? {
    switch encoding {
    case .rsaSignature(.pkcs1v15), .ecdsa: isMessage ? hash : nil
    default: hash
    }
  }

  private static func signs(_ operation: KeyOperation, _ half: KeyHalf) -> Bool {
    operation == .sign && half == .privateHalf
  }

  private static func encrypts(_ operation: KeyOperation, _ half: KeyHalf) -> Bool {
    operation == .encrypt && half == .publicHalf
  }

  private static func decrypts(_ operation: KeyOperation, _ half: KeyHalf) -> Bool {
    operation == .decrypt && half == .privateHalf
  }
}
