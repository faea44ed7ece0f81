// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Symmetric keys: made at random, derived from passwords, and wrapped by other keys
/// (Documentation/Decisions/symmetric-keys.md).
package enum SymmetricKey {
  /// The sizes that symmetric keys can have, in bits.
  package static let sizes = [128, 192, 256]
  /// The number of PBKDF2 rounds that derive a key, if the caller gives no number.
  package static let usualRounds = 600_000
  /// The largest number of PBKDF2 rounds that a caller may ask for.
  ///
  /// This number of rounds takes about a second.
  package static let mostRounds = 5_000_000

  /// Returns a random key.
  ///
  /// - Throws: -50 if `bits` is not one of `sizes`.
  package static func generate(
    bits: Int, _ randomness: any RandomnessSource
  ) throws(KeychainError) -> SecretBytes {
    try requireSize(bits)
    return try KeychainError.drawing { () throws(RandomnessError) in
      try randomness.secret(count: bits / 8)
    }
  }

  /// Derives a key from a password with PBKDF2 (RFC 8018 section 5.2).
  ///
  /// - Parameter function: the value of `kSecAttrPRF`; nil for HMAC with SHA-256.
  /// - Throws: -50 for an unknown function, for `rounds` outside 1 to `mostRounds`, and for `bits`
  ///   that are not one of `sizes`.
  package static func derive(
    from password: SecretBytes, salt: [UInt8], rounds: Int, _ function: String?, bits: Int
  ) throws(KeychainError) -> SecretBytes {
    try requireSize(bits)
    guard let hash = functions[function ?? "hsha256"] else {
      throw .parameter("the pseudo-random function is unknown")
    }
    guard (1...mostRounds).contains(rounds) else {
      throw KeychainError(
        .parameter, "the number of rounds is too small or too large", context: .count(mostRounds))
    }
    return try KeychainError.translating { () throws(CryptoError) in
      try PasswordDerivation.pbkdf2(
        hash, password: password, salt: salt, iterations: rounds, count: bits / 8)
    }
  }

  /// Returns a key wrapped under another key (RFC 3394).
  ///
  /// - Throws: -50 for keys of sizes that AES does not have.
  package static func wrap(
    _ key: SecretBytes, under other: SecretBytes
  ) throws(KeychainError) -> [UInt8] {
    try requireSize(8 * key.count)
    let algorithm = try algorithm(other)
    return try KeychainError.translating("the key cannot be wrapped") { () throws(CryptoError) in
      try algorithm.wrap(key, under: other)
    }
  }

  /// Unwraps a key that `wrap` has wrapped.
  ///
  /// - Throws: -26275 if `other` is not the key that wrapped it, or if the wrapped bytes were
  ///   changed.
  package static func unwrap(
    _ wrapped: [UInt8], under other: SecretBytes
  ) throws(KeychainError) -> SecretBytes {
    let algorithm = try algorithm(other)
    let key: SecretBytes
    do throws(CryptoError) { key = try algorithm.unwrap(wrapped.span, under: other) } catch {
      guard case .notAuthentic = error else {
        throw KeychainError(.internalError, "the key cannot be unwrapped")
      }
      throw KeychainError(
        .decode, "another key has wrapped the data, or the data was changed")
    }
    guard sizes.contains(8 * key.count) else {
      throw KeychainError(.decode, "the wrapped data is no key")
    }
    return key
  }

  private static let functions: [String: HashFunction] = [
    "hsha1": .sha1, "hsha224": .sha224, "hsha256": .sha256, "hsha384": .sha384, "hsha512": .sha512,
  ]

  private static func requireSize(_ bits: Int) throws(KeychainError) {
    guard sizes.contains(bits) else {
      throw .parameter("symmetric keys have 128, 192 or 256 bits", .attribute(.keySizeInBits))
    }
  }

  private static func algorithm(_ key: SecretBytes) throws(KeychainError) -> KeyWrap {
    switch key.count {
    case 16: .aes128
    case 24: .aes192
    case 32: .aes256
    default: throw .parameter("the wrapping key is not an AES key")
    }
  }
}
