// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Reads and writes private keys as `PrivateKeyInfo` or `OneAsymmetricKey`, unencrypted and
/// encrypted (RFC 5958 2).
extension SoftwareKey {
  /// Reads a private key from a PrivateKeyInfo.
  ///
  /// The bytes must be exactly one PrivateKeyInfo, with nothing after it. The attributes and the
  /// public key of the PrivateKeyInfo are ignored.
  ///
  /// - Throws: `unsupported` for a key that is neither RSA nor on a supported curve.
  package init(pkcs8 form: SecretBytes) throws(FormatFailure) {
    let (identifier, content) = try form.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in
        var walk = try DERWalk.inSequence(bytes)
        guard try walk.next(bytes).count(bytes) <= 1 else { throw .content }
        let identifier = try AlgorithmIdentifier(walk.next(bytes), bytes)
        let content = try walk.next(.octetString, bytes).content
        _ = try walk.nextIfPresent(.context(0, isConstructed: true), bytes)
        _ = try walk.nextIfPresent(.context(1, isConstructed: false), bytes)
        try walk.finish()
        return (identifier, content)
      }
    }
    let (kind, part) = (try KeyKind(identifier), form.slice(content))
    if case .ec(let curve) = kind {
      try self.init(sec1: part, on: curve)
    } else {
      let digits = kind == .rsa ? part : try Self.inOctets(part)
      self = try FormatFailure.making { () throws(KeychainError) in
        try SoftwareKey(externalForm: digits, kind.family, .privateHalf)
      }
    }
  }

  /// Returns the content of an OCTET STRING.
  ///
  /// The bytes must be exactly one OCTET STRING, with nothing after it. A PrivateKeyInfo has a key
  /// on Curve25519 as an OCTET STRING within an OCTET STRING (RFC 8410 7).
  private static func inOctets(_ form: SecretBytes) throws(FormatFailure) -> SecretBytes {
    let content = try form.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in
        var walk = DERWalk(bytes)
        let content = try walk.next(.octetString, bytes).content
        try walk.finish()
        return content
      }
    }
    return form.slice(content)
  }

  /// Returns the private key as an unencrypted PrivateKeyInfo, with version number 0.
  ///
  /// - Throws: -50 if this is a public key.
  package func pkcs8Form() throws(KeychainError) -> SecretBytes {
    guard half == .privateHalf else { throw .keyForm }
    let content =
      switch self {
      case .rsa: try externalForm()
      case .ec: try sec1Form(isNamed: false)
      case .curve25519: DERWriter.element(.octetString, [try externalForm()])
      }
    return DERWriter.element(
      .sequence,
      [
        SecretBytes(copying: DERWriter.integer(0) + kind.identifier),
        DERWriter.element(.octetString, [content]),
      ])
  }

  /// Reads a private key from an EncryptedPrivateKeyInfo (RFC 5958 3).
  ///
  /// The bytes must be exactly one EncryptedPrivateKeyInfo, with nothing after it.
  ///
  /// - Throws: `wrongPassword` if the password is wrong or the decrypted bytes are not PKCS#8.
  package init(
    encryptedPKCS8 bytes: Span<UInt8>, password: ImportPassword
  ) throws(FormatFailure) {
    var budget = WorkBudget()
    try self.init(encryptedPKCS8: bytes, anyFormOf: password, &budget)
  }

  /// Reads a private key from an EncryptedPrivateKeyInfo, trying all forms of the password in turn
  /// (`ImportPassword.forms`).
  ///
  /// - Parameter budget: the work that may still be done for the whole file. The work for this key
  ///   is subtracted from it.
  /// - Throws: `wrongPassword` if no form of the password results in a key.
  init(
    encryptedPKCS8 bytes: Span<UInt8>, anyFormOf password: ImportPassword,
    _ budget: inout WorkBudget
  ) throws(FormatFailure) {
    var failure = FormatFailure.wrongPassword
    for form in password.forms {
      do throws(FormatFailure) {
        try self.init(encryptedPKCS8: bytes, password: form, &budget)
        return
      } catch {
        failure = error == .malformed && EncryptedKey.isOne(bytes) ? .wrongPassword : error
      }
    }
    throw failure
  }

  /// Reads a private key from an EncryptedPrivateKeyInfo, trying only the given form of the
  /// password.
  ///
  /// - Throws: `wrongPassword` if the padding is wrong; `malformed` if the decrypted bytes are not
  ///   PKCS#8.
  init(
    encryptedPKCS8 bytes: Span<UInt8>, password: ImportPassword, _ budget: inout WorkBudget
  ) throws(FormatFailure) {
    let file = try FormatFailure.reading { () throws(DERFailure) in try EncryptedKey(bytes) }
    let form = try PasswordScheme(file.scheme)
      .decrypt(bytes.extracting(file.ciphertext), password, &budget)
    try self.init(pkcs8: form)
  }

  /// Returns the private key as an EncryptedPrivateKeyInfo.
  ///
  /// The private key is encrypted by AES-256-CBC. PBKDF2 with HMAC-SHA-256 derives the encryption
  /// key from the password.
  ///
  /// - Throws: -50 if this is a public key.
  package func encryptedPKCS8Form(
    password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    let form = try pkcs8Form()
    do throws(FormatFailure) {
      let (identifier, ciphertext) = try PasswordScheme.encrypt(form, password, randomness)
      return DERWriter.sequence([identifier, DERWriter.element(.octetString, ciphertext)])
    } catch { throw KeychainError(importing: error) }
  }
}

/// The encryption scheme of an EncryptedPrivateKeyInfo, and the byte range of its ciphertext.
private struct EncryptedKey {
  let scheme: AlgorithmIdentifier
  let ciphertext: Range<Int>

  init(_ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = try DERWalk.inSequence(bytes)
    scheme = try AlgorithmIdentifier(walk.next(bytes), bytes)
    ciphertext = try walk.next(.octetString, bytes).content
    try walk.finish()
  }

  /// True if the bytes are an EncryptedPrivateKeyInfo with a known encryption scheme.
  ///
  /// If a key still cannot be read from these bytes, the decrypted bytes are not a key. The
  /// password is then probably wrong.
  static func isOne(_ bytes: Span<UInt8>) -> Bool {
    do throws(DERFailure) {
      let key = try EncryptedKey(bytes)
      return (try? PasswordScheme(key.scheme)) != nil
    } catch { return false }
  }
}

/// Reads and writes private keys on NIST curves as `ECPrivateKey` (RFC 5915 3, SEC 1 C.4).
extension SoftwareKey {
  /// Reads a private key from an ECPrivateKey.
  ///
  /// The bytes must be exactly one ECPrivateKey, with nothing after it.
  ///
  /// - Throws: `unsupported` for an unknown curve or a curve without a name.
  package init(sec1 form: SecretBytes) throws(FormatFailure) {
    try self.init(sec1: form, on: nil)
  }

  /// Reads a private key from an ECPrivateKey.
  ///
  /// - Parameter known: the curve, if the data around the ECPrivateKey names it.
  /// - Throws: `malformed` if the ECPrivateKey names a different curve.
  init(sec1 form: SecretBytes, on known: Curve?) throws(FormatFailure) {
    let parts = try form.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try SEC1Parts(bytes) }
    }
    let written = try parts.curve.map { (element) throws(FormatFailure) in
      try KeyKind.curve(element)
    }
    guard let curve = known ?? written, written ?? curve == curve else { throw .malformed }
    var digits = parts.scalar
    // GnuTLS adds a zero byte to the scalar if its highest bit is set, as in an INTEGER.
    if digits.count == curve.fieldSize + 1, form.withBytes({ $0[digits.lowerBound] == 0 }) {
      digits = digits.lowerBound + 1..<digits.upperBound
    }
    guard digits.count <= curve.fieldSize else { throw .malformed }
    // Some writers leave out leading zeros of the scalar.
    let zeros = [UInt8](repeating: 0, count: curve.fieldSize - digits.count)
    let scalar = SecretBytes(joining: [SecretBytes(copying: zeros), form.slice(digits)])
    let key = try FormatFailure.calling { () throws(CryptoError) in
      if let point = parts.point { return try ECKey(curve, point: point, scalar: scalar) }
      return try ECKey(curve, point: curve.point(of: scalar), scalar: scalar)
    }
    self = .ec(key)
  }

  /// Returns the private key as an ECPrivateKey, with the name of the curve and the public point.
  ///
  /// - Throws: -50 if this is not a private key on a NIST curve.
  package func sec1Form() throws(KeychainError) -> SecretBytes { try sec1Form(isNamed: true) }

  func sec1Form(isNamed: Bool) throws(KeychainError) -> SecretBytes {
    guard case .ec(let key) = self, key.isPrivate else { throw .keyForm }
    let scalar = try KeychainError.translating { () throws(CryptoError) in try key.scalar() }
    let name = DERWriter.element(.context(0, isConstructed: true), key.curve.name)
    let point = DERWriter.element(
      .context(1, isConstructed: true), DERWriter.bitString(key.point))
    return DERWriter.element(
      .sequence,
      [
        SecretBytes(copying: DERWriter.integer(1)), DERWriter.element(.octetString, [scalar]),
        SecretBytes(copying: (isNamed ? name : []) + point),
      ])
  }
}

/// The private scalar of an ECPrivateKey, as a byte range, and its optional fields.
private struct SEC1Parts {
  let scalar: Range<Int>
  /// The DER element that names the curve, or nil if the ECPrivateKey does not name a curve.
  let curve: [UInt8]?
  let point: [UInt8]?

  init(_ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = try DERWalk.inSequence(bytes)
    guard try walk.next(bytes).count(bytes) == 1 else { throw .content }
    scalar = try walk.next(.octetString, bytes).content
    guard !scalar.isEmpty else { throw .content }
    if let outer = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) {
      var inner = DERWalk(outer)
      curve = bytes.array(try inner.next(bytes).whole)
      try inner.finish()
    } else {
      curve = nil
    }
    if let outer = try walk.nextIfPresent(.context(1, isConstructed: true), bytes) {
      var inner = DERWalk(outer)
      point = bytes.array(try inner.next(bytes).wholeBits(bytes))
      try inner.finish()
    } else {
      point = nil
    }
    try walk.finish()
  }
}
