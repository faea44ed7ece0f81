// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// The ciphers of password-encrypted files (Specification/certificates.md, "PKCS#12 encryption
/// schemes", "Per format").
///
/// The raw values are libcrypto's names. Ciphers with CBC in their names use the padding of RFC
/// 8018 6.1.1. All other ciphers use no padding.
package enum PasswordCipher: String, CaseIterable, Hashable, Sendable {
  case aes128 = "AES-128-CBC"
  case aes192 = "AES-192-CBC"
  case aes256 = "AES-256-CBC"
  case aes128Feedback = "AES-128-CFB"
  case aes192Feedback = "AES-192-CFB"
  case aes256Feedback = "AES-256-CFB"
  case aes128Output = "AES-128-OFB"
  case aes192Output = "AES-192-OFB"
  case aes256Output = "AES-256-OFB"
  case camellia128 = "CAMELLIA-128-CBC"
  case camellia192 = "CAMELLIA-192-CBC"
  case camellia256 = "CAMELLIA-256-CBC"
  case aria128 = "ARIA-128-CBC"
  case aria192 = "ARIA-192-CBC"
  case aria256 = "ARIA-256-CBC"
  case tripleDES = "DES-EDE3-CBC"
  case tripleDESOfTwoKeys = "DES-EDE-CBC"
  case des = "DES-CBC"
  case rc2Of40Bits = "RC2-40-CBC"
  case rc2Of64Bits = "RC2-64-CBC"
  case rc2Of128Bits = "RC2-CBC"
  case rc4Of40Bits = "RC4-40"
  case rc4Of128Bits = "RC4"

  /// The size of a key in bytes.
  package var keySize: Int {
    switch self {
    case .aes128, .aes128Feedback, .aes128Output, .camellia128, .aria128: 16
    case .aes192, .aes192Feedback, .aes192Output, .camellia192, .aria192: 24
    case .aes256, .aes256Feedback, .aes256Output, .camellia256, .aria256: 32
    case .tripleDESOfTwoKeys, .rc2Of128Bits, .rc4Of128Bits: 16
    case .tripleDES: 24
    case .des, .rc2Of64Bits: 8
    case .rc2Of40Bits, .rc4Of40Bits: 5
    }
  }

  /// The size of an initialisation vector in bytes, or 0 for RC4, which needs no vector.
  package var vectorSize: Int {
    switch self {
    case .tripleDES, .tripleDESOfTwoKeys, .des, .rc2Of40Bits, .rc2Of64Bits, .rc2Of128Bits: 8
    case .rc4Of40Bits, .rc4Of128Bits: 0
    default: 16
    }
  }

  /// True if only libcrypto's legacy provider has the cipher.
  var isLegacy: Bool {
    switch self {
    case .des, .rc2Of40Bits, .rc2Of64Bits, .rc2Of128Bits, .rc4Of40Bits, .rc4Of128Bits: true
    default: false
    }
  }

  /// True if this system's libcrypto has the cipher.
  package var isAvailable: Bool {
    guard let cipher = unsafe try? fetch() else { return false }
    unsafe EVP_CIPHER_free(cipher)
    return true
  }

  /// Decrypts a ciphertext.
  ///
  /// - Throws: `notAuthentic` if the padding is wrong, because of another key or damage;
  ///   `wrongLength` if the key or vector has another size than the cipher needs; `unavailable` if
  ///   libcrypto lacks the cipher.
  package func decrypt(
    _ ciphertext: Span<UInt8>, key: SecretBytes, vector: SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    try run(ciphertext, key, vector, isSealing: false)
  }

  /// Encrypts a plaintext.
  ///
  /// - Throws: `wrongLength` if the key or vector has another size than the cipher needs;
  ///   `unavailable` if libcrypto lacks the cipher.
  package func encrypt(
    _ text: SecretBytes, key: SecretBytes, vector: SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    try text.withBytes { (text) throws(CryptoError) in
      try run(text, key, vector, isSealing: true).published
    }
  }

  private func run(
    _ input: Span<UInt8>, _ key: SecretBytes, _ vector: SecretBytes, isSealing: Bool
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == keySize, vector.count == vectorSize, let size = Int32(exactly: input.count)
    else { throw .wrongLength }
    let cipher = unsafe try fetch()
    defer { unsafe EVP_CIPHER_free(cipher) }
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    // Freeing the context wipes the key too.
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    let isBegun = unsafe key.withUnsafeBytes { key in
      unsafe vector.withUnsafeBytes { vector in
        unsafe EVP_CipherInit_ex2(
          context, cipher, key.assumingMemoryBound(to: UInt8.self).baseAddress,
          vector.assumingMemoryBound(to: UInt8.self).baseAddress, isSealing ? 1 : 0, nil) == 1
      }
    }
    guard isBegun else { throw .failed }
    var (done, last): (Int32, Int32) = (0, 0)
    // Leaves room for a whole block of padding.
    let output = unsafe try SecretBytes(count: input.count + 16) { (output) throws(CryptoError) in
      guard let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress else {
        throw .outOfMemory
      }
      let isDone = unsafe input.withUnsafeBytes { input in
        let input = unsafe input.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe (size == 0 || EVP_CipherUpdate(context, start, &done, input, size) == 1)
          && EVP_CipherFinal_ex(context, start + Int(done), &last) == 1
      }
      guard isDone else { throw .notAuthentic }
    }
    return output.slice(0..<Int(done + last))
  }

  /// Fetches the cipher from libcrypto.
  ///
  /// The caller must free the result.
  private func fetch() throws(CryptoError) -> OpaquePointer {
    let library = try isLegacy ? KeyLibrary.withLegacy() : KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let cipher = unsafe EVP_CIPHER_fetch(library.context, rawValue, nil) else {
      throw .unavailable
    }
    return unsafe cipher
  }
}
