// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

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
