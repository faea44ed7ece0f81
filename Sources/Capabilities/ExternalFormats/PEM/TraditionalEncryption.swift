// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// The encryption of PEM blocks that OpenSSL used before PKCS#8 (Specification/certificates.md,
/// "Per format").
///
/// The parameter `DEK-Info` names the cipher and the initialization vector. The first eight bytes
/// of the vector are the salt with which MD5 derives a key from the password.
package enum TraditionalEncryption {
  private static let ciphers: [String: PasswordCipher] = [
    "DES-CBC": .des, "DES-EDE3-CBC": .tripleDES, "AES-128-CBC": .aes128,
    "AES-192-CBC": .aes192, "AES-256-CBC": .aes256,
  ]
  private static let saltSize = 8

  /// Decrypts the bytes of a PEM block with a password.
  ///
  /// - Throws: `wrongPassword` if the padding is wrong; `malformed` if `DEK-Info` is missing or
  ///   malformed; `unsupported` for an unknown cipher.
  package static func decrypt(
    _ block: PEMBlock, password: ImportPassword
  ) throws(FormatFailure) -> SecretBytes {
    guard let value = block.parameter("DEK-Info") else { throw .malformed }
    let parts = value.split(separator: ",", maxSplits: 1)
    guard parts.count == 2, let vector = bytes(parts[1]) else { throw .malformed }
    guard let cipher = ciphers[String(parts[0])], cipher.isAvailable else { throw .unsupported }
    guard vector.count == cipher.vectorSize else { throw .malformed }
    do throws(CryptoError) {
      let key = try key(password, salt: Array(vector.prefix(saltSize)), count: cipher.keySize)
      return try block.content.withBytes { (content) throws(CryptoError) in
        try cipher.decrypt(content, key: key, vector: SecretBytes(copying: vector))
      }
    } catch .notAuthentic {
      throw .wrongPassword
    } catch {
      throw FormatFailure(error)
    }
  }

  /// Encrypts bytes with a password and returns the text of the PEM block.
  ///
  /// The cipher is 3DES, the only cipher that all readers support.
  package static func text(
    _ label: String, _ content: SecretBytes, password: ImportPassword,
    _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> SecretBytes {
    let cipher = PasswordCipher.tripleDES
    let vector = try PasswordScheme.random(cipher.vectorSize, randomness)
    let sealed = try FormatFailure.calling { () throws(CryptoError) in
      let key = try key(password, salt: vector, count: cipher.keySize)
      return try cipher.encrypt(content, key: key, vector: SecretBytes(copying: vector))
    }
    let digits = HexText.upperCase(vector)
    return PEMBlock.text(
      label, SecretBytes(copying: sealed),
      parameters: ["Proc-Type: 4,ENCRYPTED", "DEK-Info: DES-EDE3-CBC,\(digits)"])
  }

  /// Derives a key of `count` bytes from the password.
  ///
  /// The key is a sequence of MD5 hashes. Each hash is computed over the previous hash, the
  /// password and the salt.
  private static func key(
    _ password: ImportPassword, salt: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    let end = [password.text, SecretBytes(copying: salt)]
    var blocks: [SecretBytes] = []
    while blocks.count * HashFunction.md5.size < count {
      blocks.append(try HashFunction.md5.hash(blocks.suffix(1) + end))
    }
    return SecretBytes(joining: blocks).slice(0..<count)
  }

  private static func bytes(_ digits: Substring) -> [UInt8]? {
    HexText.wholeBytes(
      String(decoding: digits.utf8.reversed().drop { $0.isWhiteSpace }.reversed(), as: UTF8.self))
  }
}
