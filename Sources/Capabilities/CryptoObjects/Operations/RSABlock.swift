// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Blocks of as many bytes as the modulus has, which RSA takes and gives.
enum RSABlock {
  /// Bytes that are no secret with zeros in front; nil where there are too many.
  static func padded(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    guard bytes.count <= size else { return nil }
    return [UInt8](repeating: 0, count: size - bytes.count) + bytes
  }

  /// Secret bytes with zeros in front; nil where there are too many.
  static func padded(_ bytes: Span<UInt8>, to size: Int) -> SecretBytes? {
    guard bytes.count <= size else { return nil }
    let start = size - bytes.count
    return SecretBytes(count: size) { (block: inout MutableSpan<UInt8>) in
      for place in bytes.indices { block[start + place] = bytes[place] }
    }
  }

  /// 00 02, random bytes that are not zero, 00 and a text (RFC 8017 7.2.1); nil where the text is
  /// too long.
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
