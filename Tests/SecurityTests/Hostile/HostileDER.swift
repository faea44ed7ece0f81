// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes DER that demands much memory or work, without a library.
enum HostileDER {
  static func element(_ tag: UInt8, _ parts: Data...) -> Data { element(tag, parts) }

  static func element(_ tag: UInt8, _ parts: [Data]) -> Data {
    var whole = Data(header(tag, count: parts.reduce(0) { $0 + $1.count }))
    for part in parts { whole.append(part) }
    return whole
  }

  private static func header(_ tag: UInt8, count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [tag, UInt8(count)] }
    let length = bigEndian(UInt64(count)).drop { $0 == 0 }
    return [tag, 0x80 | UInt8(length.count)] + length
  }

  static func sequence(_ parts: Data...) -> Data { element(0x30, parts) }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  /// Returns an INTEGER without leading zeros.
  static func number(_ value: UInt64) -> Data {
    var bytes = Data(bigEndian(value).drop { $0 == 0 })
    if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
    return element(2, bytes)
  }

  static func octets(_ count: Int) -> Data { element(4, Data(repeating: 0x5A, count: count)) }

  /// Returns an object identifier with this content.
  static func identifier(_ content: UInt8...) -> Data { element(6, Data(content)) }

  /// Returns SEQUENCEs nested to this depth.
  static func nested(_ depth: Int) -> Data {
    // Built backwards from the innermost: appending is cheaper than inserting in front.
    var reversed: [UInt8] = []
    for _ in 0..<depth { reversed += header(0x30, count: reversed.count).reversed() }
    return Data(reversed.reversed())
  }

  /// Returns an encrypted private key with a password derived by PBKDF2 and SHA-256.
  ///
  /// It does not decrypt.
  static func encryptedKey(iterations: UInt64) -> Data {
    let pkcs5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 5]
    let code = sequence(identifier(0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 2, 9), Data([5, 0]))
    let function = sequence(
      element(6, Data(pkcs5 + [12])), sequence(octets(16), number(iterations), code))
    return encryptedKey(under: function)
  }

  /// Returns an encrypted private key with a password derived by scrypt.
  ///
  /// It does not decrypt.
  static func encryptedKey(n: UInt64, r: UInt64, p: UInt64) -> Data {
    let scrypt = identifier(0x2B, 6, 1, 4, 1, 0xDA, 0x47, 4, 11)
    return encryptedKey(
      under: sequence(scrypt, sequence(octets(16), number(n), number(r), number(p))))
  }

  private static func encryptedKey(under function: Data) -> Data {
    let cipher = sequence(
      identifier(0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 42), element(4, Data(count: 16)))
    let scheme = sequence(
      identifier(0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 5, 13), sequence(function, cipher))
    return sequence(scheme, octets(64))
  }

  /// Returns a PKCS#7 file that holds only certificates.
  static func certificateSet(_ certificates: [Data]) -> Data {
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let data = sequence(
      number(1), element(0x31), sequence(element(6, Data(pkcs7 + [1]))),
      element(0xA0, certificates), element(0x31))
    return sequence(element(6, Data(pkcs7 + [2])), element(0xA0, data))
  }

  /// Returns a Netscape certificate sequence.
  static func netscapeSequence(_ certificates: [Data]) -> Data {
    sequence(
      identifier(0x60, 0x86, 0x48, 1, 0x86, 0xF8, 0x42, 2, 5),
      element(0xA0, element(0x30, certificates)))
  }

  /// Returns an RSA public key in PKCS#1, with numbers of these many bytes of 0xFF.
  static func publicKey(modulus: Int, exponent: Int) -> Data {
    sequence(ones(modulus), ones(exponent))
  }

  static func privateKey(modulus: Int, exponent: Int) -> Data {
    let half = (modulus + 1) / 2
    return element(
      0x30,
      [
        number(0), ones(modulus), ones(exponent), ones(modulus), ones(half), ones(half), ones(half),
        ones(half), ones(half),
      ])
  }

  private static func ones(_ count: Int) -> Data {
    element(2, Data([0]) + Data(repeating: 0xFF, count: count))
  }
}
