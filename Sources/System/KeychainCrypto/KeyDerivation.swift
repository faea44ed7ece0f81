// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// Derives keys from other keys (HKDF-SHA256, RFC 5869) and from passcodes (scrypt, RFC 7914).
///
/// Equal input always gives an equal key. The output is written directly into secret memory.
package enum KeyDerivation {
  /// The cost parameters of scrypt: N (a power of two), r and p of RFC 7914.
  package struct ScryptCost: Hashable, Sendable {
    package let n: UInt64
    package let r: UInt32
    package let p: UInt32

    /// Checks the cost parameters of scrypt and combines them into one value.
    ///
    /// - Throws: `wrongParameter` unless `n` is a power of two from 2 to 2^24, and `r` and `p` are
    ///   from 1 to 1,024. Also if scrypt would need more than `memoryLimit` bytes.
    package init(n: UInt64, r: UInt32, p: UInt32) throws(CryptoError) {
      guard n >= 2, n & (n - 1) == 0, r >= 1, p >= 1, n <= 1 << 24, r <= 1 << 10, p <= 1 << 10,
        128 * UInt64(r) * (n + UInt64(p) + 2) <= memoryLimit
      else { throw .wrongParameter }
      self.n = n
      self.r = r
      self.p = p
    }
  }

  /// The largest working memory of scrypt in bytes: enough for N = 2^20 with r = 8.
  package static let memoryLimit: UInt64 = (1 << 30) + (1 << 20)

  /// Derives `count` bytes, at most 255 · 32, from a key with HKDF-SHA256 (extract and expand).
  ///
  /// The derivation uses Latchkey's own HMAC: libcrypto's HKDF leaves results in memory that core
  /// dumps contain.
  package static func hkdf(
    key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard count >= 1, count <= 255 * 32 else { throw .wrongLength }
    let extracting = try HMACSHA256(key: SecretBytes(copying: salt))
    let expanding = try HMACSHA256(key: extracting.key(from: [key]))
    var blocks: [SecretBytes] = []
    while blocks.count * SHA256State.hashSize < count {
      let end = SecretBytes(copying: info + [UInt8(blocks.count + 1)])
      blocks.append(try expanding.key(from: blocks.suffix(1) + [end]))
    }
    return SecretBytes(count: count) { (output: inout MutableSpan<UInt8>) in
      for (number, block) in blocks.enumerated() {
        block.withBytes { bytes in
          let start = number * bytes.count
          for place in start..<min(start + bytes.count, count) {
            output[place] = bytes[place - start]
          }
        }
      }
    }
  }

  /// Derives `count` bytes from a passcode with scrypt.
  ///
  /// - Throws: `outOfMemory` if the working memory is not available; `wrongLength` for a `count`
  ///   outside 1 to 1024.
  package static func scrypt(
    passcode: SecretBytes, salt: [UInt8], cost: ScryptCost, count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard count >= 1, count <= 1024 else { throw .wrongLength }
    let parameters = Parameters()
    parameters.bytes(OSSL_KDF_PARAM_SALT, salt)
    parameters.number(OSSL_KDF_PARAM_SCRYPT_N, cost.n)
    parameters.number(OSSL_KDF_PARAM_SCRYPT_R, UInt64(cost.r))
    parameters.number(OSSL_KDF_PARAM_SCRYPT_P, UInt64(cost.p))
    parameters.number(OSSL_KDF_PARAM_SCRYPT_MAXMEM, memoryLimit)
    let library = try CryptoLibrary.shared()
    return try unsafe derive(
      library.scrypt, parameters, secret: (OSSL_KDF_PARAM_PASSWORD, passcode), count: count,
      failure: .outOfMemory)
  }

  private static func derive(
    _ algorithm: OpaquePointer, _ parameters: Parameters,
    secret: (name: String, bytes: SecretBytes), count: Int, failure: CryptoError
  ) throws(CryptoError) -> SecretBytes {
    guard let context = unsafe EVP_KDF_CTX_new(algorithm) else { throw .outOfMemory }
    defer { unsafe EVP_KDF_CTX_free(context) }
    let mark = ErrorMark()
    defer { mark.restore() }
    return try unsafe SecretBytes(count: count) { (output) throws(CryptoError) in
      let done = unsafe secret.bytes.withUnsafeBytes { (bytes) -> Bool in
        unsafe parameters.with(secret.name, bytes) { (list) -> Bool in
          unsafe EVP_KDF_derive(
            context, output.assumingMemoryBound(to: UInt8.self).baseAddress, count, list) == 1
        }
      }
      guard done else { throw failure }
    }
  }
}
