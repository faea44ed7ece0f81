// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

extension HashFunction {
  /// The authentication code HMAC (RFC 2104) of bytes that are no secret.
  ///
  /// - Throws: `wrongLength` for no key.
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
