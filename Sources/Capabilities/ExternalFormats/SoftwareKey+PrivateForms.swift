// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Private keys as `PrivateKeyInfo` or `OneAsymmetricKey` (RFC 5958 2), plain and encrypted.
extension SoftwareKey {
  /// Reads a PrivateKeyInfo that fills the bytes; attributes and a public key beside are left.
  ///
  /// - Throws: `unsupported` for other keys than RSA and those on a curve that we have.
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

  /// The content of an OCTET STRING that fills the bytes, as keys on Curve25519 are one within
  /// another (RFC 8410 7).
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

  /// A private key as PrivateKeyInfo of the first version.
  ///
  /// - Throws: -50 for a public key.
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

  /// Reads an EncryptedPrivateKeyInfo that fills the bytes (RFC 5958 3).
  ///
  /// - Throws: `wrongPassword` also where what comes out is not PKCS#8.
  package init(
    encryptedPKCS8 bytes: Span<UInt8>, password: ImportPassword
  ) throws(FormatFailure) {
    var budget = WorkBudget()
    try self.init(encryptedPKCS8: bytes, anyFormOf: password, &budget)
  }

  /// The same with what is left of a file's work.
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

  /// The same under one form of the password; `malformed` where what comes out is not PKCS#8.
  init(
    encryptedPKCS8 bytes: Span<UInt8>, password: ImportPassword, _ budget: inout WorkBudget
  ) throws(FormatFailure) {
    let file = try FormatFailure.reading { () throws(DERFailure) in try EncryptedKey(bytes) }
    let form = try PasswordScheme(file.scheme)
      .decrypt(bytes.extracting(file.ciphertext), password, &budget)
    try self.init(pkcs8: form)
  }

  /// A private key as EncryptedPrivateKeyInfo: AES-256-CBC, PBKDF2 with HMAC-SHA-256.
  ///
  /// - Throws: -50 for a public key.
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

/// An encrypted key: under what scheme, and where.
private struct EncryptedKey {
  let scheme: AlgorithmIdentifier
  let ciphertext: Range<Int>

  init(_ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = try DERWalk.inSequence(bytes)
    scheme = try AlgorithmIdentifier(walk.next(bytes), bytes)
    ciphertext = try walk.next(.octetString, bytes).content
    try walk.finish()
  }

  /// Whether the outside is one, so that what failed is what was decrypted.
  static func isOne(_ bytes: Span<UInt8>) -> Bool {
    do throws(DERFailure) {
      let key = try EncryptedKey(bytes)
      return (try? PasswordScheme(key.scheme)) != nil
    } catch { return false }
  }
}

/// Private keys on curves as `ECPrivateKey` (RFC 5915 3, SEC 1 C.4).
extension SoftwareKey {
  /// Reads an ECPrivateKey that fills the bytes.
  ///
  /// - Throws: `unsupported` for a curve that we do not have or that is not named.
  package init(sec1 form: SecretBytes) throws(FormatFailure) {
    try self.init(sec1: form, on: nil)
  }

  /// The same where the curve is known from outside; one within has to be the same.
  init(sec1 form: SecretBytes, on known: Curve?) throws(FormatFailure) {
    let parts = try form.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try SEC1Parts(bytes) }
    }
    let written = try parts.curve.map { (element) throws(FormatFailure) in
      try KeyKind.curve(element)
    }
    guard let curve = known ?? written, written ?? curve == curve else { throw .malformed }
    var digits = parts.scalar
    // GnuTLS writes one more where the number begins with a bit, as that of an INTEGER.
    if digits.count == curve.fieldSize + 1, form.withBytes({ $0[digits.lowerBound] == 0 }) {
      digits = digits.lowerBound + 1..<digits.upperBound
    }
    guard digits.count <= curve.fieldSize else { throw .malformed }
    // Some leave zeros in front out.
    let zeros = [UInt8](repeating: 0, count: curve.fieldSize - digits.count)
    let scalar = SecretBytes(joining: [SecretBytes(copying: zeros), form.slice(digits)])
    let key = try FormatFailure.calling { () throws(CryptoError) in
      if let point = parts.point { return try ECKey(curve, point: point, scalar: scalar) }
      return try ECKey(curve, point: curve.point(of: scalar), scalar: scalar)
    }
    self = .ec(key)
  }

  /// A private key on a curve as ECPrivateKey, with the name of the curve and the public point.
  ///
  /// - Throws: -50 for any other key.
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

/// Where the parts of an ECPrivateKey lie.
private struct SEC1Parts {
  let scalar: Range<Int>
  /// The element of the parameters.
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
