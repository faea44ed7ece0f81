// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Texts of any length for an RSA key: a session key by OAEP, the text by AES-GCM under it with a
/// nonce of zeros, bound to the public key (spec/seckey.md 2.7).
enum RSAHybrid {
  static func seal(
    _ text: Span<UInt8>, _ hash: HashFunction, for key: RSAKey, _ randomness: any RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    let session = try KeychainError.drawing { () throws(RandomnessError) in
      try randomness.secret(count: sessionKeySize(key))
    }
    return try KeychainError.translating { () throws(CryptoError) in
      let head = try session.withBytes { (session) throws(CryptoError) in
        try key.encryptOAEP(session, hash)
      }
      return try head
        + AESGCM.seal(
          text, key: session, nonce: .zeroNonce, additional: SoftwareKey.rsa(key).publicForm.span)
    }
  }

  static func open(
    _ sealed: Span<UInt8>, _ hash: HashFunction, by key: RSAKey
  ) throws(KeychainError) -> SecretBytes {
    guard sealed.count >= key.blockSize + AESGCM.tagSize else { throw .noText }
    return try KeychainError.translating(KeychainError.noText.reason) {
      () throws(CryptoError) in
      let session = try key.decryptOAEP(sealed.extracting(..<key.blockSize), hash)
      guard session.count == sessionKeySize(key) else { throw .notAuthentic }
      return try AESGCM.open(
        sealed.extracting(key.blockSize...), key: session, nonce: .zeroNonce,
        additional: SoftwareKey.rsa(key).publicForm.span)
    }
  }

  /// AES-256 from 4096 bits on, else AES-128.
  private static func sessionKeySize(_ key: RSAKey) -> Int { key.bits >= 4096 ? 32 : 16 }
}

extension SecretBytes {
  /// The nonce where each key seals once: sixteen bytes, out of which GCM makes its own.
  static var zeroNonce: SecretBytes {
    SecretBytes(count: zeroNonceSize) { (_: inout MutableSpan<UInt8>) in }
  }

  /// Bytes of the nonces of both hybrid schemes.
  static let zeroNonceSize = 16
}
