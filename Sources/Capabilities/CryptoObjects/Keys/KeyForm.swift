// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// External representations (spec/seckey.md 4.1): PKCS#1 for RSA (RFC 8017 A.1), X9.63 for
/// the NIST curves, 32 bytes for Curve25519.
extension SoftwareKey {
  /// The public half's: `RSAPublicKey` in DER, 04 ‖ X ‖ Y, or 32 bytes.
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

  /// The key's: `publicForm`, or `RSAPrivateKey` in DER, 04 ‖ X ‖ Y ‖ K, or seed or scalar
  /// alone.
  package func externalForm() throws(KeychainError) -> SecretBytes {
    guard half == .privateHalf else { return SecretBytes(copying: publicForm) }
    return try KeychainError.translating("the key cannot be written") { () throws(CryptoError) in
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

  /// An INTEGER of digits without zeros in front, in two pieces.
  private static func integer(_ digits: SecretBytes) -> [SecretBytes] {
    let isPadded = digits.withBytes { $0[0] >= 0x80 }
    let header = DERWriter.header(.integer, count: digits.count + (isPadded ? 1 : 0))
    return [SecretBytes(copying: header + (isPadded ? [0] : [])), digits]
  }
}

extension SecretBytes {
  /// Secrets behind each other, in secret memory.
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

/// Keys from their external representation (spec/seckey.md 4.2). The NIST curve is
/// chosen by length.
extension SoftwareKey {
  /// - Throws: -50 for everything that is not exactly the form of such a key.
  package init(
    externalForm form: SecretBytes, _ family: KeyFamily, _ half: KeyHalf
  ) throws(KeychainError) {
    switch family {
    case .rsa:
      guard form.count <= Self.longestForm else { throw .keyForm }
      let parts = try Self.parts(form, half)
      self = .rsa(
        try KeychainError.translating("the numbers make no RSA key") { () throws(CryptoError) in
          try RSAKey(parts)
        })
    case .ec: self = .ec(try Self.curveKey(form, half))
    case .ed25519: self = .curve25519(try Self.key(.signing, form, half))
    case .x25519: self = .curve25519(try Self.key(.agreement, form, half))
    }
  }

  /// More bytes than any RSA key has: nine numbers, four of them half as long as the modulus.
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

  /// `RSAPublicKey`, or the `SubjectPublicKeyInfo` around it (RFC 8017 A.1.1, RFC 3279 2.3.1).
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

  /// 1.2.840.113549.1.1.1.
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

  /// `RSAPrivateKey` of version 0, which has two primes (RFC 8017 A.1.2).
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

  /// 32 bytes, whatever they are.
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
    return try KeychainError.translating("the bytes make no key on a curve") {
      () throws(CryptoError) in
      guard isPrivate else { return try ECKey(curve, point: point) }
      return try ECKey(curve, point: point, scalar: form.slice(curve.pointSize..<form.count))
    }
  }
}

extension KeychainError {
  package static let keyForm = KeychainError.parameter(
    "the bytes are no key of this type and class")
}

extension SoftwareKey {
  /// A key from data and the numbers of its type and class.
  package init(importing form: SecretBytes, type: Int64, keyClass: Int64) throws(KeychainError) {
    guard keyClass != 2 else {
      throw KeychainError(.unimplemented, "symmetric keys are data and no objects")
    }
    guard let half = KeyType.half(keyClass) else {
      throw .parameter("the class of the key is none that there is", .attribute(.keyClass))
    }
    guard let family = KeyType.family(importing: type, half) else {
      throw .parameter("no keys of this type are made of data", .attribute(.type))
    }
    try self.init(externalForm: form, family, half)
  }
}
