// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// The hash functions that key algorithms use (FIPS 180-4; RFC 1321).
///
/// The raw values are libcrypto's names.
package enum HashFunction: String, CaseIterable, Hashable, Sendable {
  case md5 = "MD5"
  case sha1 = "SHA1"
  case sha224 = "SHA224"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"
  case sha512Of224Bits = "SHA512-224"
  case sha512Of256Bits = "SHA512-256"

  /// The size of a hash in bytes.
  package var size: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha224, .sha512Of224Bits: 28
    case .sha256, .sha512Of256Bits: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// True if this system's libcrypto has the hash function.
  ///
  /// Some builds of libcrypto lack the old hash functions.
  package var isAvailable: Bool { Self.available.contains(self) }

  private static let available = Set(
    allCases.filter { hash in
      do throws(CryptoError) { return try KeyLibrary.shared().offers(hash) } catch { return false }
    })

  /// Returns the hash of bytes that are not secret.
  package func hash(_ bytes: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    let algorithm = unsafe try KeyLibrary.shared().digest(self)
    let mark = ErrorMark()
    defer { mark.restore() }
    let hash = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
      let isDone = unsafe bytes.withUnsafeBytes {
        unsafe EVP_Digest($0.baseAddress, $0.count, output.baseAddress, nil, algorithm, nil) == 1
      }
      count = isDone ? size : 0
    }
    guard hash.count == size else { throw .failed }
    return hash
  }

  /// Returns the hash of several secrets in sequence.
  ///
  /// The hash is in secret memory.
  package func hash(_ parts: [SecretBytes]) throws(CryptoError) -> SecretBytes {
    let algorithm = unsafe try KeyLibrary.shared().digest(self)
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
    // Freeing the context wipes the state too.
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestInit_ex2(context, algorithm, nil) == 1 else { throw .failed }
    for part in parts {
      let isDone = unsafe part.withUnsafeBytes {
        unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1
      }
      guard isDone else { throw .failed }
    }
    return unsafe try SecretBytes(count: size) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      guard unsafe EVP_DigestFinal_ex(context, start, nil) == 1 else { throw .failed }
    }
  }
}

extension HashFunction {
  /// Returns the HMAC (RFC 2104) of bytes that are not secret.
  ///
  /// - Throws: `wrongLength` for an empty key.
  package func code(key: SecretBytes, of bytes: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    guard !key.isEmpty else { throw .wrongLength }
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    return unsafe try SecretBytes(count: size) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      var written = 0
      let code = unsafe key.withUnsafeBytes { key in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe EVP_Q_mac(
            library.context, "HMAC", nil, rawValue, nil, key.baseAddress, key.count,
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, start, size,
            &written)
        }
      }
      guard unsafe code != nil, written == size else { throw .failed }
    }
  }
}
