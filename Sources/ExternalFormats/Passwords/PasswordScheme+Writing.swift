// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

extension PasswordScheme {
  /// Iterations of what we write (spec/certificates.md 5.5).
  static let iterations = 100_000

  /// Encrypts under a new key: AES-256-CBC of PBKDF2 with HMAC-SHA-256.
  ///
  /// - Returns: the AlgorithmIdentifier in DER, and the ciphertext.
  static func encrypt(
    _ text: SecretBytes, _ password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> (identifier: [UInt8], ciphertext: [UInt8]) {
    let salt = try random(16, randomness)
    let vector = try random(PasswordCipher.aes256.vectorSize, randomness)
    let ciphertext = try FormatFailure.calling { () throws(CryptoError) in
      let key = try PasswordDerivation.pbkdf2(
        .sha256, password: password.text, salt: salt, iterations: iterations,
        count: PasswordCipher.aes256.keySize)
      return try PasswordCipher.aes256.encrypt(
        text, key: key, vector: SecretBytes(copying: vector))
    }
    let code = DERWriter.sequence([
      FormatOID.codeWithSHA256.element, DERWriter.element(.null, []),
    ])
    let function = DERWriter.sequence([
      FormatOID.pbkdf2.element,
      DERWriter.sequence([
        DERWriter.element(.octetString, salt), DERWriter.integer(iterations), code,
      ]),
    ])
    let cipher = DERWriter.sequence([
      FormatOID.aes256.element, DERWriter.element(.octetString, vector),
    ])
    let identifier = DERWriter.sequence([
      FormatOID.pbes2.element, DERWriter.sequence([function, cipher]),
    ])
    return (identifier, ciphertext)
  }

  /// Random bytes that are no secret.
  static func random(
    _ count: Int, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    do throws(RandomnessError) { return try randomness.bytes(count: count) } catch {
      throw .failed
    }
  }
}

extension DERWriter {
  /// An INTEGER that is not negative.
  static func integer(_ value: Int) -> [UInt8] {
    var digits: [UInt8] = []
    var left = value
    while left > 0 {
      digits.insert(UInt8(truncatingIfNeeded: left), at: 0)
      left >>= 8
    }
    return integer(digits)
  }

  /// An element whose content is secret.
  static func element(_ tag: DERTag, _ content: [SecretBytes]) -> SecretBytes {
    let count = content.reduce(0) { $0 + $1.count }
    return SecretBytes(joining: [SecretBytes(copying: header(tag, count: count))] + content)
  }
}
