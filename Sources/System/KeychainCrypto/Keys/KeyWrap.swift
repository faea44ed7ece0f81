// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// The algorithms that encrypt a key with another key (RFC 3394 for AES, RFC 3217 for triple DES).
///
/// The raw values are libcrypto's names. The wrapped key is authenticated: another key does not
/// open it.
package enum KeyWrap: String, CaseIterable, Hashable, Sendable {
  case aes128 = "AES-128-WRAP"
  case aes192 = "AES-192-WRAP"
  case aes256 = "AES-256-WRAP"
  case tripleDES = "DES3-WRAP"

  /// The size of the wrapping key in bytes.
  package var keySize: Int {
    switch self {
    case .aes128: 16
    case .aes192, .tripleDES: 24
    case .aes256: 32
    }
  }

  /// The number of bytes by which a wrapped key is longer than the key.
  private var overhead: Int { self == .tripleDES ? 16 : 8 }

  /// Returns a key wrapped under the key `other`.
  ///
  /// - Throws: `wrongLength` if a key has a size that the algorithm does not take.
  package func wrap(_ key: SecretBytes, under other: SecretBytes) throws(CryptoError) -> [UInt8] {
    try key.withBytes { (key) throws(CryptoError) in
      try run(key, other, isWrapping: true).published
    }
  }

  /// Unwraps a key that `wrap` has wrapped.
  ///
  /// - Throws: `notAuthentic` if `other` is not the key that wrapped it, or if the wrapped bytes
  ///   were changed.
  package func unwrap(
    _ wrapped: Span<UInt8>, under other: SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    guard wrapped.count > overhead else { throw .notAuthentic }
    return try run(wrapped, other, isWrapping: false)
  }

  /// The largest wrapped key that is accepted, in bytes.
  private static let most = 1024

  private func run(
    _ input: Span<UInt8>, _ key: SecretBytes, isWrapping: Bool
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == keySize, input.count <= Self.most, input.count.isMultiple(of: 8) else {
      throw isWrapping ? .wrongLength : .notAuthentic
    }
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let cipher = unsafe EVP_CIPHER_fetch(library.context, rawValue, nil) else {
      throw .unavailable
    }
    defer { unsafe EVP_CIPHER_free(cipher) }
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    // Freeing the context wipes the key too.
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
    let isBegun = unsafe key.withUnsafeBytes { key in
      unsafe EVP_CipherInit_ex2(
        context, cipher, key.assumingMemoryBound(to: UInt8.self).baseAddress, nil,
        isWrapping ? 1 : 0, nil) == 1
    }
    guard isBegun else { throw .failed }
    var (done, last): (Int32, Int32) = (0, 0)
    let room = input.count + overhead + 16
    let output = unsafe try SecretBytes(count: room) { (output) throws(CryptoError) in
      guard let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress else {
        throw .outOfMemory
      }
      let isDone = unsafe input.withUnsafeBytes { input in
        let bytes = unsafe input.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe EVP_CipherUpdate(context, start, &done, bytes, Int32(input.count)) == 1
          && done > 0 && EVP_CipherFinal_ex(context, start + Int(done), &last) == 1
      }
      guard isDone else { throw isWrapping ? .failed : .notAuthentic }
    }
    return output.slice(0..<Int(done + last))
  }
}
