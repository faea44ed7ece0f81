// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Texts of any length for a key on a curve: a fresh pair, its secret shared with the key, the
/// X9.63 KDF and AES-GCM (spec/seckey.md 2.8).
///
/// With and without cofactor are the same: it is 1 on every NIST curve, and in the scalars of
/// X25519 already.
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

  /// AES-128 for points up to twice 256 bits, those of X25519 among them; AES-256 above.
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
