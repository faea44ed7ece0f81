// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Encrypts texts of any length for an RSA key (Specification/seckey.md, "RSA hybrid
/// RSAEncryptionOAEPSHAnAESGCM").
///
/// OAEP encrypts a session key. AES-GCM encrypts the text with the session key and a nonce of
/// zeros, and authenticates the public key as well.
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

  /// Returns the size of the session key in bytes: 32 (AES-256) for RSA keys from 4096 bits on,
  /// otherwise 16 (AES-128).
  private static func sessionKeySize(_ key: RSAKey) -> Int { key.bits >= 4096 ? 32 : 16 }
}

extension SecretBytes {
  /// The nonce for keys that encrypt only once: sixteen zero bytes, from which GCM derives its own
  /// nonce.
  static var zeroNonce: SecretBytes {
    SecretBytes(count: zeroNonceSize) { (_: inout MutableSpan<UInt8>) in }
  }

  /// The size of the nonces of ECIES and RSA hybrid encryption, in bytes.
  static let zeroNonceSize = 16
}
