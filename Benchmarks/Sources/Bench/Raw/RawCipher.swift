// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// XAES-256-GCM directly on libcrypto with kept contexts: the least that the same cipher costs.
final class RawCipher {
  private let block: OpaquePointer
  private let gcm: OpaquePointer
  private var subkey = [UInt8](repeating: 0, count: 16)
  private let zeros = [UInt8](repeating: 0, count: 16)
  /// The two blocks, which are then encrypted into a key.
  private let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)

  init?(key: [UInt8]) {
    guard key.count == 32, let ecb = EVP_CIPHER_fetch(nil, "AES-256-ECB", nil),
      let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil),
      let block = EVP_CIPHER_CTX_new(), let gcm = EVP_CIPHER_CTX_new()
    else { return nil }
    (self.block, self.gcm) = (block, gcm)
    EVP_EncryptInit_ex2(block, ecb, key, nil, nil)
    EVP_CIPHER_CTX_set_padding(block, 0)
    EVP_CipherInit_ex2(gcm, cipher, nil, nil, 1, nil)
    take(key)
  }

  deinit {
    EVP_CIPHER_CTX_free(block)
    EVP_CIPHER_CTX_free(gcm)
    scratch.deallocate()
  }

  /// Sets another key, since the secret of each item has its own.
  func take(_ key: UnsafePointer<UInt8>) {
    EVP_EncryptInit_ex2(block, nil, key, nil, nil)
    // The subkey of CMAC: the encrypted block of zeros, doubled in GF(2^128).
    var length: CInt = 0
    EVP_EncryptUpdate(block, &subkey, &length, zeros, 16)
    let carry = subkey[0] >> 7
    for index in 0..<15 { subkey[index] = subkey[index] << 1 | subkey[index + 1] >> 7 }
    subkey[15] = subkey[15] << 1 ^ (carry * 0x87)
  }

  func seal(_ plaintext: [UInt8], nonce: [UInt8], binding: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: plaintext.count + 16)
    var length: CInt = 0
    begin(nonce, encrypting: 1)
    EVP_CipherUpdate(gcm, nil, &length, binding, CInt(binding.count))
    EVP_CipherUpdate(gcm, &output, &length, plaintext, CInt(plaintext.count))
    output.withUnsafeMutableBufferPointer { buffer in
      guard let tag = buffer.baseAddress.map({ $0 + plaintext.count }) else { return }
      EVP_CipherFinal_ex(gcm, tag, &length)
      EVP_CIPHER_CTX_ctrl(gcm, EVP_CTRL_AEAD_GET_TAG, 16, tag)
    }
    return nonce + output
  }

  /// Decrypts into `target`.
  ///
  /// False if the bytes are not authentic.
  func open(
    _ sealed: UnsafeRawPointer, count: Int, binding: [UInt8],
    into target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let base = sealed.assumingMemoryBound(to: UInt8.self)
    let body = count - 40
    guard body >= 0 else { return false }
    var length: CInt = 0
    begin(base, encrypting: 0)
    EVP_CipherUpdate(gcm, nil, &length, binding, CInt(binding.count))
    EVP_CipherUpdate(gcm, target, &length, base + 24, CInt(body))
    let tag = UnsafeMutableRawPointer(mutating: base + 24 + body)
    EVP_CIPHER_CTX_ctrl(gcm, EVP_CTRL_AEAD_SET_TAG, 16, tag)
    return EVP_CipherFinal_ex(gcm, target + body, &length) == 1
  }

  /// Derives the key for this nonce from two blocks, and starts the cipher with it.
  private func begin(_ nonce: UnsafePointer<UInt8>, encrypting: CInt) {
    for (half, number) in [(0, UInt8(1)), (16, 2)] {
      scratch[half] = 0
      scratch[half + 1] = number
      scratch[half + 2] = 0x58
      scratch[half + 3] = 0
      memcpy(scratch + half + 4, nonce, 12)
      for index in 0..<16 { scratch[half + index] ^= subkey[index] }
    }
    var length: CInt = 0
    EVP_EncryptUpdate(block, scratch + 32, &length, scratch, 32)
    EVP_CipherInit_ex2(gcm, nil, scratch + 32, nonce + 12, encrypting, nil)
  }
}
