// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// How strong a key is, for the rules of spec/certificates.md 6.4.
enum KeyStrength: Hashable {
  /// Bits of the modulus.
  case rsa(bits: Int)
  /// Bits of a named curve's field.
  case curve(bits: Int)
  /// Another algorithm, or a key that is not what its algorithm says.
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

  /// Too weak for any use.
  var isBroken: Bool {
    switch self {
    case .rsa(let bits): bits < 1024
    case .curve(let bits): bits < 160
    case .unknown: true
    }
  }

  /// Strong enough for what others rely on.
  var isStrong: Bool {
    switch self {
    case .rsa(let bits): bits >= 2048
    case .curve(let bits): bits >= 256
    case .unknown: false
    }
  }

  /// The sizes of the two numbers of PKCS#1; nil where there are no two.
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
