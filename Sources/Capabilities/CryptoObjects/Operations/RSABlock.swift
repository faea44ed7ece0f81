// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Builds blocks: the padded input of an RSA operation, with as many bytes as the modulus.
enum RSABlock {
  /// Pads bytes that are not secret with leading zeros.
  ///
  /// Returns nil if there are more than `size` bytes.
  static func padded(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    guard bytes.count <= size else { return nil }
    return [UInt8](repeating: 0, count: size - bytes.count) + bytes
  }

  /// Pads secret bytes with leading zeros.
  ///
  /// Returns nil if there are more than `size` bytes.
  static func padded(_ bytes: Span<UInt8>, to size: Int) -> SecretBytes? {
    guard bytes.count <= size else { return nil }
    let start = size - bytes.count
    return SecretBytes(count: size) { (block: inout MutableSpan<UInt8>) in
      for place in bytes.indices { block[start + place] = bytes[place] }
    }
  }

  /// Returns the text with PKCS#1 v1.5 padding for encryption (RFC 8017 7.2.1).
  ///
  /// The block is 00 02, random bytes that are not zero, 00, and the text. Returns nil if the text
  /// is too long.
  static func pkcs1v15(
    _ text: Span<UInt8>, size: Int, _ randomness: any RandomnessSource
  ) throws(RandomnessError) -> SecretBytes? {
    guard text.count <= size - RSAEncryptionPadding.pkcs1v15.overhead else { return nil }
    let separator = size - text.count - 1
    return try SecretBytes(count: size) {
      (block: inout MutableSpan<UInt8>) throws(RandomnessError) in
      try randomness.fill(&block)
      for place in 2..<separator {
        while block[place] == 0 { block[place] = try randomness.bytes(count: 1)[0] }
      }
      (block[0], block[1], block[separator]) = (0, 2, 0)
      for place in text.indices { block[separator + 1 + place] = text[place] }
    }
  }
}
