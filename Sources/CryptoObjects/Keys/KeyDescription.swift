// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

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
      let exponent = key.publicExponent.hexadecimal
      let digits = String(exponent.drop { $0 == "0" })
      let decimal = UInt64(exponent, radix: 16).map { ", decimal: \($0)" } ?? ""
      return ", exponent: {hex: \(digits)\(decimal)}, modulus: \(key.modulus.hexadecimal)"
    case .ec(let key):
      let coordinates = key.point.dropFirst()
      let x = Array(coordinates.prefix(key.curve.fieldSize)).hexadecimal
      let y = Array(coordinates.dropFirst(key.curve.fieldSize)).hexadecimal
      return ", y: \(y), x: \(x)"
    case .curve25519(let key): return ", public: \(key.publicBytes.hexadecimal)"
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

extension [UInt8] {
  /// Two digits for each byte, in upper case.
  fileprivate var hexadecimal: String {
    var text = ""
    for byte in self {
      let digits = String(byte, radix: 16, uppercase: true)
      text += byte < 16 ? "0" + digits : digits
    }
    return text
  }
}
