// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// A key algorithm: its name and the computation that the name stands for (Specification/seckey.md,
/// "Algorithm strings").
///
/// The algorithm is one of Apple's 87 public algorithms, or Ed25519.
package struct KeyAlgorithm: Hashable, Sendable {
  /// The computation of an algorithm, with its padding and hash function.
  package enum Encoding: Hashable, Sendable {
    case rsaSignature(RSASignaturePadding)
    /// An ECDSA signature of a digest, in the given layout.
    ///
    /// The given hash function has computed the digest. If the hash function is nil, the digest may
    /// have any length.
    case ecdsa(ECDSALayout, HashFunction?)
    /// An Ed25519 signature of a message.
    ///
    /// Ed25519 itself hashes the message.
    case eddsa
    case rsaEncryption(RSAEncryptionPadding)
    /// RSA hybrid encryption: OAEP encrypts a session key, and AES-GCM encrypts the text.
    case rsaHybrid(HashFunction)
    /// ECIES: key agreement with a new key pair, the X9.63 key derivation, and AES-GCM.
    ///
    /// If `variableIV` is true, the key derivation computes the nonce of AES-GCM as well as its
    /// key. Otherwise the nonce is zero.
    case ecies(HashFunction, variableIV: Bool)
    /// A key agreement, whose result is the x coordinate of the shared point (u for X25519).
    ///
    /// With a hash function, the result is the X9.63 key derivation of this coordinate.
    case ecdh(HashFunction?)
  }

  /// The name of the algorithm, which applications print and store.
  package let name: String
  package let encoding: Encoding
  /// True if the algorithm signs a message, which it hashes first.
  ///
  /// False if it signs a digest that the caller has computed, and for algorithms that do not sign.
  package let isMessage: Bool
  /// True if the name of the algorithm says that its key agreement uses the cofactor of the curve.
  ///
  /// The cofactor is 1 on all supported NIST curves, so it changes no result.
  package let isCofactor: Bool

  /// Creates the algorithm with the given name, or returns nil if the name is unknown.
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

  /// The families of keys that can be used with the algorithm.
  package var families: [KeyFamily] {
    switch encoding {
    case .rsaSignature, .rsaEncryption, .rsaHybrid: [.rsa]
    case .ecdsa: [.ec]
    case .eddsa: [.ed25519]
    case .ecies, .ecdh: [.ec, .x25519]
    }
  }

  /// The hash function that the algorithm uses, or nil if it uses no separate hash function.
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

/// The encoding of the two numbers of an ECDSA signature (Specification/seckey.md, "ECDSA").
package enum ECDSALayout: Hashable, Sendable {
  /// A SEQUENCE of the two numbers as INTEGERs in DER.
  case x962
  /// The two numbers one after the other, each as long as the field of the curve.
  case rfc4754
}

/// The operations of a key, with the numbers of Apple's API as raw values (Specification/seckey.md,
/// "Modern functions").
package enum KeyOperation: Int, CaseIterable, Hashable, Sendable {
  case sign = 0
  case verify = 1
  case encrypt = 2
  case decrypt = 3
  case keyExchange = 4
}

/// The family of a key: RSA, NIST elliptic curve, Ed25519 or X25519.
///
/// A key can be used only with algorithms of its family.
package enum KeyFamily: CaseIterable, Hashable, Sendable {
  case rsa, ec, ed25519, x25519
}

/// Whether a key is the public or the private key of its pair.
package enum KeyHalf: CaseIterable, Hashable, Sendable {
  case publicHalf, privateHalf
}

extension KeyFamily {
  /// The name of the key family in texts for developers, for example in error messages.
  package var word: String {
    switch self {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    }
  }
}

/// The rules for supported operations of keys (Specification/seckey.md, "SecKeyIsAlgorithmSupported
/// matrix").
///
/// SecKeyIsAlgorithmSupported uses these rules, and so do the operations themselves.
extension KeyAlgorithm {
  /// True if a key supports the algorithm for an operation.
  ///
  /// Both keys of an RSA pair support verifying: the operation only applies the key to the
  /// signature and compares the result. With the private key, no signature ever matches. Both keys
  /// of an RSA pair also support decrypting, except the decryption of hybrid encryption.
  ///
  /// - Parameters:
  ///   - family: the family of the key.
  ///   - half: whether the key is public or private.
  ///   - bits: the size of the key in bits.
  ///   - offered: receives a hash function, and returns true if this system's libcrypto has this
  ///     hash function (Specification/seckey.md, "Where OpenSSL differs from SecKey").
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

  /// The hash function that libcrypto must compute for the algorithm.
  ///
  /// Nil if no hash is computed: the algorithm only pads a digest or checks its length.
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
