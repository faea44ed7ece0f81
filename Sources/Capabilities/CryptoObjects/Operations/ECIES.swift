// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Encrypts texts of any length for a public key on a curve (Specification/seckey.md, "ECIES").
///
/// A new key pair agrees on a secret with the public key. The X9.63 key derivation of this secret
/// gives a key for AES-GCM. The variants with and without cofactor give equal results. The cofactor
/// is 1 on every NIST curve, and is already included in the scalars of X25519.
enum ECIES {
  static func seal(
    _ text: Span<UInt8>, _ hash: HashFunction, variableIV: Bool, for recipient: some AgreementKey
  ) throws(KeychainError) -> [UInt8] {
    try KeychainError.translating { () throws(CryptoError) in
      let fresh = try recipient.another()
      let shared = try fresh.agree(with: recipient)
      let (key, nonce) = try keys(shared, fresh.publicBytes, hash, variableIV)
      return try fresh.publicBytes
        + AESGCM.seal(text, key: key, nonce: nonce, additional: Span())
    }
  }

  static func open(
    _ sealed: Span<UInt8>, _ hash: HashFunction, variableIV: Bool,
    by key: some PrivateAgreementKey
  ) throws(KeychainError) -> SecretBytes {
    guard sealed.count >= key.publicSize + AESGCM.tagSize else { throw .noText }
    let point = sealed.extracting(..<key.publicSize).array
    let fresh = try KeychainError.translating(KeychainError.noText.reason) {
      () throws(CryptoError) in try key.key(of: point)
    }
    let shared = try key.shared(with: fresh)
    return try KeychainError.translating(KeychainError.noText.reason) {
      () throws(CryptoError) in
      let (key, nonce) = try keys(shared, point, hash, variableIV)
      return try AESGCM.open(
        sealed.extracting(point.count...), key: key, nonce: nonce, additional: Span())
    }
  }

  /// Derives an AES key and a nonce from the shared secret.
  ///
  /// The key is of AES-128 for X25519 and for curves of up to 256 bits, and of AES-256 for larger
  /// curves.
  ///
  /// - Parameters:
  ///   - point: the bytes of the new public key, which are an input of the derivation.
  ///   - variableIV: true if the nonce is derived too; if false, the nonce is zero.
  private static func keys(
    _ shared: SecretBytes, _ point: [UInt8], _ hash: HashFunction, _ variableIV: Bool
  ) throws(CryptoError) -> (key: SecretBytes, nonce: SecretBytes) {
    let keySize = (point.count - 1) / 2 <= 32 ? 16 : 32
    let nonceSize = variableIV ? SecretBytes.zeroNonceSize : 0
    let derived = try X963Derivation.derive(
      count: keySize + nonceSize, from: shared, SecretBytes(copying: point), hash)
    return (
      derived.slice(0..<keySize),
      variableIV ? derived.slice(keySize..<derived.count) : .zeroNonce
    )
  }
}
