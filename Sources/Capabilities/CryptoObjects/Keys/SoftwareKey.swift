// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

/// A key whose value is in the memory of this process (Specification/seckey.md, "Key types, sizes,
/// attributes").
///
/// A key is immutable, and several threads can use it at once.
package enum SoftwareKey: Sendable {
  case rsa(RSAKey)
  case ec(ECKey)
  case curve25519(Curve25519Key)

  package var family: KeyFamily {
    switch self {
    case .rsa: .rsa
    case .ec: .ec
    case .curve25519(let key): key.use == .signing ? .ed25519 : .x25519
    }
  }

  package var half: KeyHalf {
    let isPrivate =
      switch self {
      case .rsa(let key): key.isPrivate
      case .ec(let key): key.isPrivate
      case .curve25519(let key): key.isPrivate
      }
    return isPrivate ? .privateHalf : .publicHalf
  }

  /// The exact size of the key in bits: the size of an RSA modulus, or the size in the name of the
  /// curve.
  package var bits: Int {
    switch self {
    case .rsa(let key): key.bits
    case .ec(let key): key.curve.bits
    case .curve25519: Curve25519Key.bits
    }
  }

  /// The size of an RSA modulus or of a curve coordinate, in bytes (Specification/seckey.md, "Block
  /// size").
  package var blockSize: Int {
    switch self {
    case .rsa(let key): key.blockSize
    case .ec(let key): key.curve.fieldSize
    case .curve25519: Curve25519Key.size
    }
  }

  /// True if the key supports the algorithm for an operation (Specification/seckey.md,
  /// "SecKeyIsAlgorithmSupported matrix").
  package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
    algorithm.isSupported(operation, by: family, half, bits: bits)
  }

  /// Checks that the key supports the algorithm for an operation.
  ///
  /// - Throws: -50 if the key does not support the algorithm for the operation.
  func require(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) throws(KeychainError) {
    guard supports(operation, algorithm) else { throw .unsupported }
  }

  /// Returns the public key of the pair; a public key returns itself.
  package func publicHalf() throws(KeychainError) -> SoftwareKey {
    guard half == .privateHalf else { return self }
    return try KeychainError.translating("the public key cannot be made") {
      () throws(CryptoError) in
      switch self {
      case .rsa(let key): .rsa(try key.publicHalf())
      case .ec(let key): .ec(try key.publicHalf())
      case .curve25519(let key): .curve25519(try key.publicHalf())
      }
    }
  }

  /// Generates the private key of a new pair.
  ///
  /// - Parameter bits: the size of the key, or nil if the caller states no size. The size is
  ///   ignored for keys on Curve25519, which have one size.
  /// - Throws: -50 if the family does not have keys of this size. -50 if `bits` is nil for an RSA
  ///   key or a key on a NIST curve (Specification/seckey.md, "Types and sizes", "Errors of key
  ///   generation").
  package init(generating family: KeyFamily, bits: Int?) throws(KeychainError) {
    self = try KeychainError.translating("keys of this type do not have this size") {
      () throws(CryptoError) in
      switch family {
      case .rsa: return .rsa(try RSAKey(generatingBits: bits ?? 0))
      case .ec:
        guard let curve = bits.flatMap({ Curve(bits: $0) }) else { throw .wrongParameter }
        return .ec(try ECKey(generating: curve))
      case .ed25519: return .curve25519(try Curve25519Key(generating: .signing))
      case .x25519: return .curve25519(try Curve25519Key(generating: .agreement))
      }
    }
  }

  /// Returns the SHA-1 hash of the pair's public key in its external representation.
  ///
  /// The keychain items of the two keys store the hash as their label (`klbl`). The items of their
  /// certificates store it as the hash of the public key (`pkhh`).
  package func label() throws(KeychainError) -> [UInt8] {
    let form = publicForm
    return try KeychainError.translating("SHA-1 is not available") { () throws(CryptoError) in
      try Hash.sha1(form.span)
    }
  }
}

extension SoftwareKey: Equatable {
  /// True if the two keys have equal families and halves, and if their public keys are equal.
  ///
  /// Private keys with equal public keys are equal, because a public key belongs to only one
  /// private key.
  package static func == (left: SoftwareKey, right: SoftwareKey) -> Bool {
    left.family == right.family && left.half == right.half && left.publicForm == right.publicForm
  }
}

extension SoftwareKey {
  /// The type and size of the key, as text for developers (Specification/seckey.md, "Object
  /// behaviour").
  ///
  /// The text of a public key includes its value. The text of a private key does not.
  package var summary: String {
    let type = family.describedName + (half == .publicHalf ? "Public" : "Private")
    let numbers = half == .publicHalf ? publicNumbers : ""
    switch self {
    case .rsa(let key):
      return "algorithm id: 1, key type: \(type)Key, version: 4, \(key.bits) bits "
        + "(block size: \(key.blockSize))\(numbers)"
    case .ec(let key):
      return "curve type: \(key.curve.describedName), algorithm id: 3, key type: \(type)Key, "
        + "version: 4, block size: \(8 * key.curve.fieldSize) bits\(numbers)"
    case .curve25519:
      return "key type: \(type)Key, version: 4, block size: \(bits) bits\(numbers)"
    }
  }

  private var publicNumbers: String {
    switch self {
    case .rsa(let key):
      let exponent = HexText.upperCase(key.publicExponent)
      let digits = String(exponent.drop { $0 == "0" })
      let decimal = UInt64(exponent, radix: 16).map { ", decimal: \($0)" } ?? ""
      return ", exponent: {hex: \(digits)\(decimal)}, modulus: \(HexText.upperCase(key.modulus))"
    case .ec(let key):
      let coordinates = key.point.dropFirst()
      let x = HexText.upperCase(coordinates.prefix(key.curve.fieldSize))
      let y = HexText.upperCase(coordinates.dropFirst(key.curve.fieldSize))
      return ", y: \(y), x: \(x)"
    case .curve25519(let key): return ", public: \(HexText.upperCase(key.publicBytes))"
    }
  }
}

extension KeyFamily {
  fileprivate var describedName: String {
    switch self {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "Ed25519"
    case .x25519: "X25519"
    }
  }
}

extension Curve {
  /// The name of the curve that Apple's descriptions of keys use.
  ///
  /// Apple's descriptions do not name the two smallest curves: their name is "kSecECCurveNone".
  fileprivate var describedName: String {
    switch self {
    case .p192, .p224: "kSecECCurveNone"
    case .p256: "kSecECCurveSecp256r1"
    case .p384: "kSecECCurveSecp384r1"
    case .p521: "kSecECCurveSecp521r1"
    }
  }
}
