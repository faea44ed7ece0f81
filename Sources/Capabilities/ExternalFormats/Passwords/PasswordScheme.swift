// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// A scheme of encryption with a password, as an AlgorithmIdentifier names it.
///
/// The scheme is PBES1, PBES2 (RFC 8018 6) or a scheme of PKCS#12 (RFC 7292 C).
struct PasswordScheme {
  private enum Key {
    case pbes1(HashFunction, salt: [UInt8], iterations: Int)
    case pkcs12(salt: [UInt8], iterations: Int)
    case pbes2(PasswordFunction, vector: [UInt8])
  }

  private let key: Key
  private let cipher: PasswordCipher

  /// Finds the scheme that an AlgorithmIdentifier names.
  ///
  /// - Throws: `unsupported` if the scheme is not known.
  init(_ identifier: AlgorithmIdentifier) throws(FormatFailure) {
    guard let parameters = identifier.parameters else { throw .malformed }
    if identifier.algorithm == FormatOID.pbes2 {
      let (function, encryption) = try FormatFailure.reading { () throws(DERFailure) in
        try Self.pair(parameters.span)
      }
      let (cipher, vector) = try Self.cipher(encryption)
      let key = try PasswordFunction(function)
      guard key.keySize.map({ $0 == cipher.keySize }) ?? true else { throw .unsupported }
      guard vector.count == cipher.vectorSize else { throw .malformed }
      self.init(.pbes2(key, vector: vector), cipher)
    } else if let scheme = FormatOID.pbes1[identifier.algorithm] {
      let (salt, iterations) = try Self.saltAndCount(parameters)
      self.init(.pbes1(scheme.hash, salt: salt, iterations: iterations), scheme.cipher)
    } else if let cipher = FormatOID.pkcs12[identifier.algorithm] {
      let (salt, iterations) = try Self.saltAndCount(parameters)
      self.init(.pkcs12(salt: salt, iterations: iterations), cipher)
    } else {
      throw .unsupported
    }
  }

  private init(_ key: Key, _ cipher: PasswordCipher) {
    self.key = key
    self.cipher = cipher
  }

  /// Decrypts a ciphertext with a password.
  ///
  /// - Throws: `wrongPassword` if the padding is wrong.
  func decrypt(
    _ ciphertext: Span<UInt8>, _ password: ImportPassword, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> SecretBytes {
    guard cipher.isAvailable else { throw .unsupported }
    let (key, vector) = try keyAndVector(password, &budget)
    do throws(CryptoError) {
      return try cipher.decrypt(ciphertext, key: key, vector: vector)
    } catch .notAuthentic {
      throw .wrongPassword
    } catch {
      throw FormatFailure(error)
    }
  }

  private func keyAndVector(
    _ password: ImportPassword, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> (key: SecretBytes, vector: SecretBytes) {
    switch key {
    case .pbes2(let function, let vector):
      let key = try function.key(password, count: cipher.keySize, &budget)
      return (key, SecretBytes(copying: vector))
    case .pbes1(let hash, let salt, let iterations):
      try budget.spend(iterations: iterations, hash, count: 16)
      let both = try FormatFailure.calling { () throws(CryptoError) in
        try PasswordDerivation.pbkdf1(
          hash, password: password.text, salt: salt, iterations: iterations, count: 16)
      }
      return (both.slice(0..<8), both.slice(8..<16))
    case .pkcs12(let salt, let iterations):
      let sizes = [cipher.keySize, max(cipher.vectorSize, 1)]
      for size in sizes { try budget.spend(iterations: iterations, .sha1, count: size) }
      return try FormatFailure.calling { () throws(CryptoError) in
        let key = try PasswordDerivation.pkcs12(
          .sha1, .key, password: password.wide, salt: salt, iterations: iterations, count: sizes[0])
        let vector = try PasswordDerivation.pkcs12(
          .sha1, .vector, password: password.wide, salt: salt, iterations: iterations,
          count: sizes[1])
        return (key, vector.slice(0..<cipher.vectorSize))
      }
    }
  }

  /// Reads the parameters of PBES2 or PBMAC1, which are two AlgorithmIdentifiers.
  static func pair(
    _ bytes: Span<UInt8>
  ) throws(DERFailure) -> (AlgorithmIdentifier, AlgorithmIdentifier) {
    var walk = try DERWalk.inSequence(bytes)
    let first = try AlgorithmIdentifier(walk.next(bytes), bytes)
    let second = try AlgorithmIdentifier(walk.next(bytes), bytes)
    try walk.finish()
    return (first, second)
  }

  private static func saltAndCount(
    _ parameters: [UInt8]
  ) throws(FormatFailure) -> ([UInt8], Int) {
    try FormatFailure.reading { () throws(DERFailure) in
      let bytes = parameters.span
      var walk = try DERWalk.inSequence(bytes)
      let salt = bytes.array(try walk.next(.octetString, bytes).content)
      let iterations = try walk.next(bytes).count(bytes)
      try walk.finish()
      return (salt, iterations)
    }
  }

  /// Finds the cipher that an AlgorithmIdentifier names, with its initialisation vector.
  ///
  /// - Throws: `unsupported` if the cipher is not known.
  static func cipher(
    _ identifier: AlgorithmIdentifier
  ) throws(FormatFailure) -> (PasswordCipher, vector: [UInt8]) {
    guard let parameters = identifier.parameters else { throw .malformed }
    guard identifier.algorithm != FormatOID.rc2 else { return try rc2(parameters) }
    guard let cipher = FormatOID.ciphers[identifier.algorithm] else { throw .unsupported }
    let vector = try FormatFailure.reading { () throws(DERFailure) in
      let bytes = parameters.span
      var walk = DERWalk(bytes)
      let vector = try walk.next(.octetString, bytes)
      try walk.finish()
      return bytes.array(vector.content)
    }
    return (cipher, vector)
  }

  /// Reads the parameters of RC2: a version number and the initialisation vector (RFC 8018 B.2.3).
  ///
  /// The version number stands for a number of effective key bits.
  private static func rc2(
    _ parameters: [UInt8]
  ) throws(FormatFailure) -> (PasswordCipher, vector: [UInt8]) {
    let (version, vector) = try FormatFailure.reading { () throws(DERFailure) in
      let bytes = parameters.span
      var walk = try DERWalk.inSequence(bytes)
      let version = try walk.next(bytes).count(bytes)
      let vector = bytes.array(try walk.next(.octetString, bytes).content)
      try walk.finish()
      return (version, vector)
    }
    switch version {
    case 160: return (.rc2Of40Bits, vector)
    case 120: return (.rc2Of64Bits, vector)
    case 58: return (.rc2Of128Bits, vector)
    default: throw .unsupported
    }
  }
}

extension PasswordScheme {
  /// The number of iterations of each key derivation for files that Latchkey writes
  /// (Specification/certificates.md, "Per format").
  static let iterations = 100_000

  /// Encrypts bytes by AES-256-CBC, with a key that PBKDF2 with HMAC-SHA-256 derives from the
  /// password.
  ///
  /// - Returns: the AlgorithmIdentifier of the encryption in DER, and the ciphertext.
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

  /// Returns random bytes that are not secret, for example a salt.
  static func random(
    _ count: Int, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    do throws(RandomnessError) { return try randomness.bytes(count: count) } catch {
      throw .failed
    }
  }
}

extension DERWriter {
  /// Returns the INTEGER element of a number that is not negative.
  static func integer(_ value: Int) -> [UInt8] {
    var digits: [UInt8] = []
    var left = value
    while left > 0 {
      digits.insert(UInt8(truncatingIfNeeded: left), at: 0)
      left >>= 8
    }
    return integer(digits)
  }

  /// Returns a DER element whose content is secret.
  static func element(_ tag: DERTag, _ content: [SecretBytes]) -> SecretBytes {
    let count = content.reduce(0) { $0 + $1.count }
    return SecretBytes(joining: [SecretBytes(copying: header(tag, count: count))] + content)
  }
}
