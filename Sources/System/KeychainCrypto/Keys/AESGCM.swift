// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// AES in Galois/counter mode (NIST SP 800-38D), where each key seals only one message.
///
/// Nonces may have any length except 0. SecKey's hybrid schemes use this cipher
/// (Specification/seckey.md, "RSA hybrid RSAEncryptionOAEPSHAnAESGCM", "ECIES"). The store itself
/// seals with `XAES256GCM`.
package enum AESGCM {
  package static let tagSize = 16
  /// The allowed sizes of an AES key in bytes.
  package static let keySizes = [16, 24, 32]

  /// Seals a text, and returns the ciphertext followed by the tag.
  ///
  /// - Throws: `wrongLength` for a key size that AES does not have, or for a text of 2 GiB or more.
  package static func seal(
    _ plaintext: Span<UInt8>, key: SecretBytes, nonce: SecretBytes, additional: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    let context = unsafe try begin(key, nonce, isSealing: true)
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let size = Int32(exactly: plaintext.count), Int32(exactly: additional.count) != nil
    else { throw .wrongLength }
    unsafe try add(additional, to: context)
    let sealed = unsafe [UInt8](unsafeUninitializedCapacity: plaintext.count + tagSize) {
      output, count in
      count = 0
      guard let start = output.baseAddress else { return }
      var (done, last): (Int32, Int32) = (0, 0)
      let isSealed = unsafe plaintext.withUnsafeBytes { text in
        let text = unsafe text.assumingMemoryBound(to: UInt8.self).baseAddress
        return
          unsafe (size == 0
          || EVP_EncryptUpdate(context, start, &done, text, size) == 1)
          && EVP_EncryptFinal_ex(context, start + Int(done), &last) == 1
          && EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), start + plaintext.count) == 1
      }
      if isSealed, done + last == size { count = plaintext.count + tagSize }
    }
    guard sealed.count == plaintext.count + tagSize else { throw .failed }
    return sealed
  }

  /// Opens a sealed text and returns its plaintext.
  ///
  /// No plaintext is returned before the tag is verified.
  ///
  /// - Throws: `notAuthentic` if the text was changed, or sealed with another key, nonce or
  ///   additional bytes; `wrongLength` for a key size that AES does not have, for a text of 2 GiB
  ///   or more, or if there is no tag.
  package static func open(
    _ sealed: Span<UInt8>, key: SecretBytes, nonce: SecretBytes, additional: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    guard sealed.count >= tagSize, let size = Int32(exactly: sealed.count - tagSize),
      Int32(exactly: additional.count) != nil
    else { throw .wrongLength }
    let context = unsafe try begin(key, nonce, isSealing: false)
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    let mark = ErrorMark()
    defer { mark.restore() }
    unsafe try add(additional, to: context)
    var tag = (0..<tagSize).map { sealed[Int(size) + $0] }
    guard unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
    else { throw .failed }
    return unsafe try SecretBytes(count: Int(size)) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      var (done, last): (Int32, Int32) = (0, 0)
      var none: UInt8 = 0
      let isOpened = unsafe sealed.withUnsafeBytes { text in
        let text = unsafe text.assumingMemoryBound(to: UInt8.self).baseAddress
        return
          unsafe (size == 0
          || EVP_DecryptUpdate(context, start, &done, text, size) == 1)
          && EVP_DecryptFinal_ex(context, &none, &last) == 1
      }
      guard isOpened else { throw .notAuthentic }
    }
  }

  /// Creates a context for the cipher, which the caller must free.
  ///
  /// Freeing the context wipes the key.
  ///
  /// - Parameter isSealing: true for a context that seals, false for a context that opens.
  private static func begin(
    _ key: SecretBytes, _ nonce: SecretBytes, isSealing: Bool
  ) throws(CryptoError) -> OpaquePointer {
    let cipher = unsafe try KeyLibrary.shared().sealingCipher(keySize: key.count)
    guard let nonceSize = Int32(exactly: nonce.count), nonceSize > 0 else { throw .wrongLength }
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    let direction: Int32 = isSealing ? 1 : 0
    let isBegun = unsafe key.withUnsafeBytes { key in
      unsafe nonce.withUnsafeBytes { nonce in
        let key = unsafe key.assumingMemoryBound(to: UInt8.self).baseAddress
        let nonce = unsafe nonce.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, direction, nil) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, nonceSize, nil) == 1
          && EVP_CipherInit_ex2(context, nil, key, nonce, direction, nil) == 1
      }
    }
    guard isBegun else {
      unsafe EVP_CIPHER_CTX_free(context)
      throw .failed
    }
    return unsafe context
  }

  private static func add(
    _ additional: Span<UInt8>, to context: OpaquePointer
  ) throws(CryptoError) {
    guard !additional.isEmpty else { return }
    var done: Int32 = 0
    let isAdded = unsafe additional.withUnsafeBytes { bytes in
      let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      return unsafe EVP_CipherUpdate(context, nil, &done, start, Int32(bytes.count)) == 1
    }
    guard isAdded else { throw .failed }
  }
}
