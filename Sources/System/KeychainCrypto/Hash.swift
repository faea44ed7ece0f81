// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// Computes hashes of whole byte strings.
package enum Hash {
  /// Returns the SHA-256 hash of `bytes`.
  package static func sha256(_ bytes: Span<UInt8>) throws(CryptoError) -> Digest32 {
    let digest = unsafe Digest32 { (output) -> Bool in
      guard let output = unsafe output else { return false }
      return SHA256State.with { hash in
        unsafe bytes.withUnsafeBytes { unsafe hash.update($0) } && hash.finish(into: output)
      }
    }
    guard let digest else { throw .failed }
    return digest
  }

  /// Returns the SHA-256 hash of bytes that come in parts, for example from a file.
  ///
  /// - Parameter feed: Calls its argument with each part, in order.
  package static func sha256(
    _ feed: ((Span<UInt8>) -> Void) -> Void
  ) throws(CryptoError) -> Digest32 {
    let digest = unsafe Digest32 { (output) -> Bool in
      guard let output = unsafe output else { return false }
      return SHA256State.with { hash in
        var isWhole = true
        feed { part in
          let isAdded = unsafe part.withUnsafeBytes { unsafe hash.update($0) }
          isWhole = isWhole && isAdded
        }
        return unsafe isWhole && hash.finish(into: output)
      }
    }
    guard let digest else { throw .failed }
    return digest
  }

  /// Returns the SHA-1 hash of `bytes`, for example to identify a public key or a certificate.
  ///
  /// Use the hash only to find things, and never as a proof, because different bytes with equal
  /// hashes can be made.
  package static func sha1(_ bytes: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    var context = SHA_CTX()
    defer { unsafe explicit_bzero(&context, MemoryLayout<SHA_CTX>.size) }
    let result = unsafe [UInt8](unsafeUninitializedCapacity: 20) { output, count in
      let done = unsafe bytes.withUnsafeBytes {
        unsafe SHA1_Init(&context) == 1 && SHA1_Update(&context, $0.baseAddress, $0.count) == 1
          && SHA1_Final(output.baseAddress, &context) == 1
      }
      count = done ? 20 : 0
    }
    guard !result.isEmpty else { throw .failed }
    return result
  }
}
