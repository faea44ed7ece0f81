// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// Derives keys from passwords, with the derivations that encrypted files name.
///
/// The caller must limit the amount of work that a file may demand.
package enum PasswordDerivation {
  /// The purpose of a key in the PKCS#12 derivation (RFC 7292 B.3).
  package enum Purpose: UInt64, Sendable {
    case key = 1
    case vector = 2
    case authentication = 3
  }

  /// Derives `count` bytes with PBKDF2 and HMAC (RFC 8018 5.2).
  ///
  /// - Throws: `wrongParameter` if `iterations` is less than 1, or for a `count` outside 1 to 1024.
  package static func pbkdf2(
    _ hash: HashFunction, password: SecretBytes, salt: [UInt8], iterations: Int, count: Int
  ) throws(CryptoError) -> SecretBytes {
    let parameters = try parameters(hash, salt, iterations, count)
    return try derive(
      "PBKDF2", by: KeyLibrary.shared(), parameters, OSSL_KDF_PARAM_PASSWORD, password, count)
  }

  /// Derives `count` bytes with the derivation of PKCS#12 (RFC 7292 B.2).
  ///
  /// - Parameter password: a BMPString that ends with two zero bytes, or no bytes.
  /// - Throws: `wrongParameter` if `iterations` is less than 1, or for a `count` outside 1 to 1024.
  package static func pkcs12(
    _ hash: HashFunction, _ purpose: Purpose, password: SecretBytes, salt: [UInt8],
    iterations: Int, count: Int
  ) throws(CryptoError) -> SecretBytes {
    let parameters = try parameters(hash, salt, iterations, count)
    parameters.number(OSSL_KDF_PARAM_PKCS12_ID, purpose.rawValue)
    return try derive(
      "PKCS12KDF", by: KeyLibrary.shared(), parameters, OSSL_KDF_PARAM_PASSWORD, password, count)
  }

  /// Derives `count` bytes with PBKDF1 (RFC 8018 5.1).
  ///
  /// - Throws: `wrongParameter` if `iterations` is less than 1, for a `count` outside 1 to 1024,
  ///   and for more bytes than the hash has; `unavailable` if the system lacks libcrypto's old
  ///   algorithms.
  package static func pbkdf1(
    _ hash: HashFunction, password: SecretBytes, salt: [UInt8], iterations: Int, count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard count <= hash.size else { throw .wrongParameter }
    let parameters = try parameters(hash, salt, iterations, count)
    return try derive(
      "PBKDF1", by: KeyLibrary.withLegacy(), parameters, OSSL_KDF_PARAM_PASSWORD, password, count)
  }

  private static func parameters(
    _ hash: HashFunction, _ salt: [UInt8], _ iterations: Int, _ count: Int
  ) throws(CryptoError) -> Parameters {
    guard iterations >= 1, (1...1024).contains(count) else { throw .wrongParameter }
    let parameters = Parameters()
    parameters.text(OSSL_KDF_PARAM_DIGEST, hash.rawValue)
    parameters.bytes(OSSL_KDF_PARAM_SALT, salt)
    parameters.number(OSSL_KDF_PARAM_ITER, UInt64(iterations))
    return parameters
  }

  private static func derive(
    _ name: String, by library: KeyLibrary, _ parameters: Parameters, _ secretName: String,
    _ secret: SecretBytes, _ count: Int
  ) throws(CryptoError) -> SecretBytes {
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let algorithm = unsafe EVP_KDF_fetch(library.context, name, nil) else {
      throw .unavailable
    }
    defer { unsafe EVP_KDF_free(algorithm) }
    guard let context = unsafe EVP_KDF_CTX_new(algorithm) else { throw .outOfMemory }
    defer { unsafe EVP_KDF_CTX_free(context) }
    return unsafe try SecretBytes(count: count) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      let isDone = unsafe secret.withUnsafeBytes { secret in
        unsafe parameters.with(secretName, secret) { list in
          unsafe EVP_KDF_derive(context, start, count, list) == 1
        }
      }
      guard isDone else { throw .failed }
    }
  }
}
