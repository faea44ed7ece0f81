// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// The strength of a public key, as the trust policies measure it (Specification/certificates.md,
/// "Policies of SecTrust").
enum KeyStrength: Hashable {
  /// An RSA key, with the number of bits of its modulus.
  case rsa(bits: Int)
  /// A key on a named elliptic curve, with the number of bits of the curve's field.
  case curve(bits: Int)
  /// A key of another algorithm, or a key whose data does not fit its algorithm.
  case unknown

  static let rsaIdentifier = OID(1, 2, 840, 113_549, 1, 1, 1)
  private static let ellipticCurve = OID(1, 2, 840, 10_045, 2, 1)

  init(_ key: SubjectPublicKey) {
    switch key.algorithm.algorithm {
    case Self.rsaIdentifier:
      self = Self.rsaNumbers(key).map { .rsa(bits: $0.modulusBits) } ?? .unknown
    case Self.ellipticCurve: self = key.namedCurve.map { .curve(bits: $0.bits) } ?? .unknown
    default: self = .unknown
    }
  }

  /// True if the key is too weak for any use, or of an unknown kind.
  ///
  /// The limits are 1024 bits for RSA and 160 bits for curves.
  var isBroken: Bool {
    switch self {
    case .rsa(let bits): bits < 1024
    case .curve(let bits): bits < 160
    case .unknown: true
    }
  }

  /// True if the key is strong enough for policies that demand strong keys.
  ///
  /// The key must have at least 2048 bits for RSA, or 256 bits on a curve.
  var isStrong: Bool {
    switch self {
    case .rsa(let bits): bits >= 2048
    case .curve(let bits): bits >= 256
    case .unknown: false
    }
  }

  /// Returns the number of bits of an RSA key's modulus and of its exponent.
  ///
  /// Returns nil if the key's data is not the two integers that PKCS#1 demands.
  static func rsaNumbers(_ key: SubjectPublicKey) -> (modulusBits: Int, exponentBits: Int)? {
    let bytes = key.bits.span
    var outside = DERWalk(bytes)
    guard let whole = try? outside.next(.sequence, bytes) else { return nil }
    var walk = DERWalk(whole)
    guard let modulus = try? walk.next(.integer, bytes).unsignedInteger(bytes),
      let exponent = try? walk.next(.integer, bytes).unsignedInteger(bytes)
    else { return nil }
    func bits(_ digits: Range<Int>) -> Int {
      digits.count * 8 - bytes[digits.lowerBound].leadingZeroBitCount
    }
    return (bits(modulus), bits(exponent))
  }
}
