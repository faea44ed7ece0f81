// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Writes keys in their external representation (Specification/seckey.md, "Formats of keys").
///
/// The external representation is PKCS#1 for RSA (RFC 8017 A.1), X9.63 for the NIST curves, and 32
/// bytes for Curve25519.
extension SoftwareKey {
  /// The external representation of the public key of the pair.
  ///
  /// The representation is `RSAPublicKey` in DER for RSA, 04 ‖ X ‖ Y for NIST curves, and 32 bytes
  /// for Curve25519.
  package var publicForm: [UInt8] {
    switch self {
    case .rsa(let key):
      DERWriter.sequence([
        DERWriter.integer(key.modulus), DERWriter.integer(key.publicExponent),
      ])
    case .ec(let key): key.point
    case .curve25519(let key): key.publicBytes
    }
  }

  /// Returns the external representation of the key.
  ///
  /// For a public key, the result is `publicForm`. For a private key, it depends on the family:
  /// `RSAPrivateKey` in DER for RSA, and 04 ‖ X ‖ Y ‖ K for NIST curves. For Ed25519, the result is
  /// the 32 bytes of the seed. For X25519, it is the 32 bytes of the scalar.
  package func externalForm() throws(KeychainError) -> SecretBytes {
    guard half == .privateHalf else { return SecretBytes(copying: publicForm) }
    return try KeychainError.translating("the key cannot be encoded") { () throws(CryptoError) in
      switch self {
      case .rsa(let key): Self.write(try key.parts())
      case .ec(let key):
        SecretBytes(joining: [SecretBytes(copying: key.point), try key.scalar()])
      case .curve25519(let key): try key.secret()
      }
    }
  }

  private static func write(_ parts: RSAParts) -> SecretBytes {
    guard let secret = parts.secret else { return SecretBytes(copying: []) }
    let clear = [[0], parts.modulus, parts.publicExponent].map {
      SecretBytes(copying: DERWriter.integer($0))
    }
    let numbers = [
      secret.exponent, secret.prime1, secret.prime2, secret.exponent1, secret.exponent2,
      secret.coefficient,
    ]
    let content = SecretBytes(joining: clear + numbers.flatMap { integer($0) })
    let header = DERWriter.header(.sequence, count: content.count)
    return SecretBytes(joining: [SecretBytes(copying: header), content])
  }

  /// Returns an INTEGER in DER from its big-endian bytes, which have no leading zero byte.
  ///
  /// The result has two pieces: the header, with a zero byte if the number needs one, and `digits`.
  private static func integer(_ digits: SecretBytes) -> [SecretBytes] {
    let isPadded = digits.withBytes { $0[0] >= 0x80 }
    let header = DERWriter.header(.integer, count: digits.count + (isPadded ? 1 : 0))
    return [SecretBytes(copying: header + (isPadded ? [0] : [])), digits]
  }
}

extension SecretBytes {
  /// Joins the bytes of several values into one value, without a copy outside of secret memory.
  package init(joining parts: [SecretBytes]) {
    let count = parts.reduce(0) { $0 + $1.count }
    self.init(count: count) { (output: inout MutableSpan<UInt8>) in
      var place = 0
      for part in parts {
        part.withBytes { bytes in
          for index in bytes.indices { output[place + index] = bytes[index] }
        }
        place += part.count
      }
    }
  }
}

/// Creates keys from their external representation (Specification/seckey.md,
/// "SecKeyCreateWithData").
///
/// For a NIST curve, the length of the data decides which curve it is.
extension SoftwareKey {
  /// Creates a key from its external representation.
  ///
  /// - Throws: -50 if the bytes are not exactly a key of this family and half.
  package init(
    externalForm form: SecretBytes, _ family: KeyFamily, _ half: KeyHalf
  ) throws(KeychainError) {
    switch family {
    case .rsa:
      guard form.count <= Self.longestForm else { throw .keyForm }
      let parts = try Self.parts(form, half)
      self = .rsa(
        try KeychainError.translating("the numbers do not form an RSA key") {
          () throws(CryptoError) in
          try RSAKey(parts)
        })
    case .ec: self = .ec(try Self.curveKey(form, half))
    case .ed25519: self = .curve25519(try Self.key(.signing, form, half))
    case .x25519: self = .curve25519(try Self.key(.agreement, form, half))
    }
  }

  /// The size in bytes of the longest data that is read as an RSA key.
  ///
  /// The encoding of every supported RSA key is shorter. A private RSA key has nine numbers, some
  /// of which are half as long as the modulus.
  private static let longestForm = 8192

  private static func parts(
    _ form: SecretBytes, _ half: KeyHalf
  ) throws(KeychainError) -> RSAParts {
    let read: RSAParts?
    do throws(DERFailure) {
      read = try form.withBytes { (bytes) throws(DERFailure) in
        switch half {
        case .publicHalf: try publicParts(bytes)
        case .privateHalf: try privateParts(bytes, of: form)
        }
      }
    } catch { throw .keyForm }
    guard let read else { throw .keyForm }
    return read
  }

  /// Reads the numbers of an `RSAPublicKey`, or of the `SubjectPublicKeyInfo` around it (RFC 8017
  /// A.1.1, RFC 3279 2.3.1).
  ///
  /// Nil if the `SubjectPublicKeyInfo` is for another algorithm than RSA.
  private static func publicParts(_ bytes: Span<UInt8>) throws(DERFailure) -> RSAParts? {
    var outer = DERWalk(bytes)
    let sequence = try outer.next(.sequence, bytes)
    try outer.finish()
    var inner = DERWalk(sequence)
    guard inner.peek(bytes) == .sequence else { return try publicNumbers(&inner, bytes) }
    var algorithm = DERWalk(try inner.next(.sequence, bytes))
    let identifier = try algorithm.next(.objectIdentifier, bytes)
    guard bytes.extracting(identifier.content).array == rsaEncryption else { return nil }
    guard try algorithm.next(.null, bytes).content.isEmpty else { return nil }
    try algorithm.finish()
    let content = try inner.next(.bitString, bytes).wholeBits(bytes)
    try inner.finish()
    var walk = DERWalk(content)
    var numbers = DERWalk(try walk.next(.sequence, bytes))
    try walk.finish()
    return try publicNumbers(&numbers, bytes)
  }

  /// The DER content of the object identifier 1.2.840.113549.1.1.1, which stands for RSA keys.
  private static let rsaEncryption: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1]

  private static func publicNumbers(
    _ walk: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> RSAParts {
    let modulus = try walk.next(bytes).unsignedInteger(bytes)
    let exponent = try walk.next(bytes).unsignedInteger(bytes)
    try walk.finish()
    return RSAParts(
      modulus: bytes.extracting(modulus).array, publicExponent: bytes.extracting(exponent).array)
  }

  /// Reads the numbers of an `RSAPrivateKey` of version 0, which has two primes (RFC 8017 A.1.2).
  ///
  /// Nil if the key has another version, or if there are fewer than eight numbers.
  private static func privateParts(
    _ bytes: Span<UInt8>, of form: SecretBytes
  ) throws(DERFailure) -> RSAParts? {
    var outer = DERWalk(bytes)
    var walk = DERWalk(try outer.next(.sequence, bytes))
    try outer.finish()
    let version = try walk.next(bytes).unsignedInteger(bytes)
    guard version.count == 1, bytes[version.lowerBound] == 0 else { return nil }
    var numbers: [Range<Int>] = []
    while !walk.isAtEnd, numbers.count < 8 {
      numbers.append(try walk.next(bytes).unsignedInteger(bytes))
    }
    try walk.finish()
    guard numbers.count == 8 else { return nil }
    return RSAParts(
      modulus: bytes.extracting(numbers[0]).array,
      publicExponent: bytes.extracting(numbers[1]).array,
      secret: RSAParts.Secret(
        exponent: form.slice(numbers[2]), prime1: form.slice(numbers[3]),
        prime2: form.slice(numbers[4]), exponent1: form.slice(numbers[5]),
        exponent2: form.slice(numbers[6]), coefficient: form.slice(numbers[7])))
  }

  /// Creates a key on Curve25519 from its 32 bytes.
  ///
  /// Any 32 bytes are a valid encoding.
  private static func key(
    _ use: Curve25519Key.Use, _ form: SecretBytes, _ half: KeyHalf
  ) throws(KeychainError) -> Curve25519Key {
    try KeychainError.translating("a key on Curve25519 has 32 bytes") { () throws(CryptoError) in
      switch half {
      case .publicHalf: try Curve25519Key(use, publicBytes: form.withBytes { $0.array })
      case .privateHalf: try Curve25519Key(use, secret: form)
      }
    }
  }

  private static func curveKey(
    _ form: SecretBytes, _ half: KeyHalf
  ) throws(KeychainError) -> ECKey {
    let isPrivate = half == .privateHalf
    let curve = Curve.allCases.first {
      form.count == $0.pointSize + (isPrivate ? $0.fieldSize : 0)
    }
    guard let curve else { throw .keyForm }
    let point = form.withBytes { $0.extracting(0..<curve.pointSize).array }
    return try KeychainError.translating("the bytes do not form a key on a curve") {
      () throws(CryptoError) in
      guard isPrivate else { return try ECKey(curve, point: point) }
      return try ECKey(curve, point: point, scalar: form.slice(curve.pointSize..<form.count))
    }
  }
}

extension KeychainError {
  package static let keyForm = KeychainError.parameter(
    "the bytes are not a key of this type and class")
}

extension SoftwareKey {
  /// Creates a key from its external representation.
  ///
  /// - Parameters:
  ///   - type: the type of the key, as the number of `kSecAttrKeyType`.
  ///   - keyClass: the class of the key, as the number of `kSecAttrKeyClass`.
  package init(importing form: SecretBytes, type: Int64, keyClass: Int64) throws(KeychainError) {
    guard keyClass != 2 else {
      throw KeychainError(.unimplemented, "the call makes private and public keys only")
    }
    guard let half = KeyType.half(keyClass) else {
      throw .parameter("the class of the key is unknown", .attribute(.keyClass))
    }
    guard let family = KeyType.family(importing: type, half) else {
      throw .parameter("keys of this type cannot be made from data", .attribute(.type))
    }
    try self.init(externalForm: form, family, half)
  }
}
