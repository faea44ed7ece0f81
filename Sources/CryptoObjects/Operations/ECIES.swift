// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Texts of any length for a key on a curve: a fresh pair, its secret shared with the key, the
/// X9.63 KDF and AES-GCM (spec/seckey.md 2.8).
///
/// With and without cofactor are the same, since it is 1 on every curve here.
enum ECIES {
  static func seal(
    _ text: Span<UInt8>, _ hash: HashFunction, variableIV: Bool, for recipient: ECKey
  ) throws(KeychainError) -> [UInt8] {
    try KeychainError.translating { () throws(CryptoError) in
      let fresh = try ECKey(generating: recipient.curve)
      let shared = try fresh.agree(with: recipient)
      let (key, nonce) = try keys(shared, fresh, hash, variableIV)
      return try fresh.point + AESGCM.seal(text, key: key, nonce: nonce, additional: Span())
    }
  }

  static func open(
    _ sealed: Span<UInt8>, _ hash: HashFunction, variableIV: Bool, by key: some PrivateCurveKey
  ) throws(KeychainError) -> SecretBytes {
    let pointSize = key.curve.pointSize
    guard sealed.count >= pointSize + AESGCM.tagSize else { throw .noText }
    let point = sealed.extracting(..<pointSize).array
    let fresh = try KeychainError.translating(KeychainError.noText.reason) {
      () throws(CryptoError) in try ECKey(key.curve, point: point)
    }
    let shared = try key.shared(with: fresh)
    return try KeychainError.translating(KeychainError.noText.reason) {
      () throws(CryptoError) in
      let (key, nonce) = try keys(shared, fresh, hash, variableIV)
      return try AESGCM.open(
        sealed.extracting(pointSize...), key: key, nonce: nonce, additional: Span())
    }
  }

  /// AES-128 for curves up to 256 bits, AES-256 above.
  private static func keys(
    _ shared: SecretBytes, _ fresh: ECKey, _ hash: HashFunction, _ variableIV: Bool
  ) throws(CryptoError) -> (key: SecretBytes, nonce: SecretBytes) {
    let keySize = fresh.curve.fieldSize <= 32 ? 16 : 32
    let nonceSize = variableIV ? SecretBytes.zeroNonceSize : 0
    let derived = try X963Derivation.derive(
      count: keySize + nonceSize, from: shared, SecretBytes(copying: fresh.point), hash)
    return (
      derived.slice(0..<keySize),
      variableIV ? derived.slice(keySize..<derived.count) : .zeroNonce
    )
  }
}
