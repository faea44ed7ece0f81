// SPDX-License-Identifier: Apache-2.0
import Foundation

/// DER that asks for much, written without a library.
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

  /// An INTEGER without zeros in front.
  static func number(_ value: UInt64) -> Data {
    var bytes = Data(bigEndian(value).drop { $0 == 0 })
    if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
    return element(2, bytes)
  }

  static func octets(_ count: Int) -> Data { element(4, Data(repeating: 0x5A, count: count)) }

  /// An identifier by its content.
  static func identifier(_ content: UInt8...) -> Data { element(6, Data(content)) }

  /// SEQUENCEs in SEQUENCEs.
  static func nested(_ depth: Int) -> Data {
    // From the innermost, back to front: each header is added behind what it stands before.
    var reversed: [UInt8] = []
    for _ in 0..<depth { reversed += header(0x30, count: reversed.count).reversed() }
    return Data(reversed.reversed())
  }

  /// An encrypted private key whose password is derived by PBKDF2 with SHA-256, and which decrypts
  /// to nothing.
  static func encryptedKey(iterations: UInt64) -> Data {
    let pkcs5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 5]
    let code = sequence(identifier(0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 2, 9), Data([5, 0]))
    let function = sequence(
      element(6, Data(pkcs5 + [12])), sequence(octets(16), number(iterations), code))
    return encryptedKey(under: function)
  }

  /// The same with scrypt.
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

  /// PKCS#7 of certificates alone.
  static func certificateSet(_ certificates: [Data]) -> Data {
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let data = sequence(
      number(1), element(0x31), sequence(element(6, Data(pkcs7 + [1]))),
      element(0xA0, certificates), element(0x31))
    return sequence(element(6, Data(pkcs7 + [2])), element(0xA0, data))
  }

  /// A list of Netscape's.
  static func netscapeSequence(_ certificates: [Data]) -> Data {
    sequence(
      identifier(0x60, 0x86, 0x48, 1, 0x86, 0xF8, 0x42, 2, 5),
      element(0xA0, element(0x30, certificates)))
  }

  /// RSA's PKCS#1 with numbers of so many bytes, all ones.
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
