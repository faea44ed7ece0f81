// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// Which key does what (spec/seckey.md 2.3): the one table that both the question and the
/// operations use.
extension KeyAlgorithm {
  /// Whether keys of a family, half and size in bits support the algorithm for an operation.
  ///
  /// Both halves of an RSA pair "verify" and decrypt, because verifying is to take a power and to
  /// compare; with the private half no signature ever matches.
  package func isSupported(
    _ operation: KeyOperation, by family: KeyFamily, _ half: KeyHalf, bits: Int
  ) -> Bool {
    guard family == self.family else { return false }
    let blockSize = (bits + 7) / 8
    return switch encoding {
    case .rawSignature, .pkcs1v15Signature:
      Self.signs(operation, half) || operation == .verify
    case .pss(let hash):
      Self.signs(operation, half) && bits >= Self.smallestPSS(hash) || operation == .verify
    case .x962, .rfc4754:
      Self.signs(operation, half) || operation == .verify && half == .publicHalf
    case .rawEncryption:
      Self.encrypts(operation, half) || operation == .decrypt
    case .pkcs1v15Encryption:
      blockSize >= Self.pkcs1v15Overhead
        && (Self.encrypts(operation, half) || operation == .decrypt)
    case .oaep(let hash):
      blockSize >= Self.oaepOverhead(hash)
        && (Self.encrypts(operation, half) || operation == .decrypt)
    case .oaepAESGCM(let hash):
      blockSize >= Self.oaepOverhead(hash)
        && (Self.encrypts(operation, half) || Self.decrypts(operation, half))
    case .ecies:
      Self.encrypts(operation, half) || Self.decrypts(operation, half)
    case .ecdh, .ecdhX963:
      operation == .keyExchange && half == .privateHalf
    }
  }

  /// The bytes that PKCS#1 v1.5 padding takes at least (RFC 8017 7.2, 9.2).
  static let pkcs1v15Overhead = 11

  /// The bytes that OAEP takes: two hashes, two bytes (RFC 8017 7.1).
  static func oaepOverhead(_ hash: HashFunction) -> Int { 2 * hash.size + 2 }

  /// The bits of a modulus that PSS with a salt of the hash's size fits into: hash, salt and two
  /// bytes in the bits behind the first.
  ///
  /// One more than Apple's threshold, at which the key would be "supported" and sign nothing.
  static func smallestPSS(_ hash: HashFunction) -> Int { 16 * hash.size + 10 }

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
