// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Encrypts and decrypts with RSA keys (RFC 8017 7; Specification/seckey.md, "RSA encryption").
enum RSAEncryption {
  static func encrypt(
    _ text: Span<UInt8>, _ padding: RSAEncryptionPadding, for key: RSAKey,
    _ randomness: any RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    guard text.count <= key.blockSize - padding.overhead else { throw .tooLong }
    switch padding {
    case .raw:
      guard let block = RSABlock.padded(text, to: key.blockSize) as SecretBytes? else {
        throw .tooLong
      }
      return try power(of: block, by: key)
    case .pkcs1v15:
      let block = try KeychainError.drawing { () throws(RandomnessError) in
        try RSABlock.pkcs1v15(text, size: key.blockSize, randomness)
      }
      guard let block else { throw .tooLong }
      return try power(of: block, by: key)
    case .oaep(let hash):
      return try KeychainError.translating { () throws(CryptoError) in
        try key.encryptOAEP(text, hash)
      }
    }
  }

  /// Decrypts a ciphertext, which may be shorter than the modulus.
  ///
  /// A public key can decrypt only with the padding `raw`. With any other padding the call fails,
  /// because no sender pads a text for decryption with a public key.
  static func decrypt(
    _ ciphertext: Span<UInt8>, _ padding: RSAEncryptionPadding, by key: RSAKey
  ) throws(KeychainError) -> SecretBytes {
    guard let block = RSABlock.padded(ciphertext.array, to: key.blockSize) else {
      throw .noRSAText
    }
    return try KeychainError.translating(KeychainError.noRSAText.reason) {
      () throws(CryptoError) in
      switch (padding, key.isPrivate) {
      case (.raw, true): return try key.privatePower(block.span)
      case (.raw, false): return SecretBytes(copying: try key.publicPower(block.span))
      case (.pkcs1v15, true): return try ImplicitRejection.text(of: block, by: key)
      case (.oaep(let hash), true): return try key.decryptOAEP(block.span, hash)
      case (.pkcs1v15, false), (.oaep, false): throw .notAuthentic
      }
    }
  }

  private static func power(of block: SecretBytes, by key: RSAKey) throws(KeychainError) -> [UInt8]
  {
    try KeychainError.translating("the text is not less than the modulus") {
      () throws(CryptoError) in
      try block.withBytes { (block) throws(CryptoError) in try key.publicPower(block) }
    }
  }
}

extension KeychainError {
  fileprivate static let tooLong = KeychainError.parameter("the text is too long for the key")
}
