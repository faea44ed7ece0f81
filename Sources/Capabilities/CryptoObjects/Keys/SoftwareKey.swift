// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

/// A key whose numbers this process has (spec/seckey.md 3): immutable, for many threads.
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

  /// The exact size: of the modulus, or as the curve is named.
  package var bits: Int {
    switch self {
    case .rsa(let key): key.bits
    case .ec(let key): key.curve.bits
    case .curve25519: Curve25519Key.bits
    }
  }

  /// Bytes of the modulus, or of a coordinate (spec/seckey.md 3.2).
  package var blockSize: Int {
    switch self {
    case .rsa(let key): key.blockSize
    case .ec(let key): key.curve.fieldSize
    case .curve25519: Curve25519Key.size
    }
  }

  /// Whether the matrix has the algorithm for the key (spec/seckey.md 2.3).
  package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
    algorithm.isSupported(operation, by: family, half, bits: bits)
  }

  /// - Throws: -50 where it has not.
  func require(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) throws(KeychainError) {
    guard supports(operation, algorithm) else { throw .unsupported }
  }

  /// The public half of a private key; a public key itself.
  package func publicHalf() throws(KeychainError) -> SoftwareKey {
    guard half == .privateHalf else { return self }
    return try KeychainError.translating("the public half cannot be made") {
      () throws(CryptoError) in
      switch self {
      case .rsa(let key): .rsa(try key.publicHalf())
      case .ec(let key): .ec(try key.publicHalf())
      case .curve25519(let key): .curve25519(try key.publicHalf())
      }
    }
  }

  /// A new pair.
  ///
  /// - Parameter bits: nil where the caller says nothing; the keys on Curve25519 have one size, and
  ///   nobody asks for it.
  /// - Throws: -50 for a size that the family does not have, and for none where it needs one
  ///   (spec/seckey.md 3.1, 5.2).
  package init(generating family: KeyFamily, bits: Int?) throws(KeychainError) {
    self = try KeychainError.translating("no key of this type has this size") {
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

  /// SHA-1 of the public half's external form: what both halves and their certificate have in
  /// common (`klbl`, `pkhh`).
  package func label() throws(KeychainError) -> [UInt8] {
    let form = publicForm
    return try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try Hash.sha1(form.span)
    }
  }
}

extension SoftwareKey: Equatable {
  /// Equal are keys of one family and half with the same numbers; of private keys the public
  /// ones decide, which belong to one private half only.
  package static func == (left: SoftwareKey, right: SoftwareKey) -> Bool {
    left.family == right.family && left.half == right.half && left.publicForm == right.publicForm
  }
}

extension SoftwareKey {
  /// Type and size for developers, with the numbers of a public key and nothing of a private one
  /// (spec/seckey.md 3.4).
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
  /// As Apple's descriptions name it; the two smallest have no name there.
  fileprivate var describedName: String {
    switch self {
    case .p192, .p224: "kSecECCurveNone"
    case .p256: "kSecECCurveSecp256r1"
    case .p384: "kSecECCurveSecp384r1"
    case .p521: "kSecECCurveSecp521r1"
    }
  }
}
