// SPDX-License-Identifier: Apache-2.0

/// Makes certificates to measure with: well formed, with an invalid signature (RFC 5280, 4.1).
enum MadeCertificate {
  private static let ecdsaWithSHA256: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]
  private static let ecPublicKey: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]
  private static let prime256v1: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]
  private static let subjectAltName: [UInt8] = [0x55, 0x1d, 0x11]
  private static let commonName: [UInt8] = [0x55, 4, 3]

  /// - Parameters:
  ///   - name: the common name of the subject.
  ///   - serial: the serial number, below 2^31.
  ///   - point: the public key, 04 ‖ X ‖ Y on P-256.
  ///   - hosts: the number of host names, 40 bytes each.
  static func bytes(_ name: String, serial: Int, point: [UInt8], hosts: Int = 1) -> [UInt8] {
    let algorithm = element(0x30, element(6, ecdsaWithSHA256))
    let key = element(
      0x30,
      element(0x30, element(6, ecPublicKey) + element(6, prime256v1)) + element(3, [0] + point))
    let number = (0..<4).reversed().map { UInt8(truncatingIfNeeded: serial >> (8 * $0)) }
    let names = (0..<hosts).flatMap { host in
      element(0x82, Array("host-\(1_000_000 + host).department.example.org".utf8))
    }
    let alternative = element(
      0x30, element(6, subjectAltName) + element(4, element(0x30, names)))
    let content =
      element(0xa0, element(2, [2])) + element(2, [1] + number) + algorithm
      + distinguished("Bench") + element(0x30, time("20200101000000Z") + time("20991231235959Z"))
      + distinguished(name) + key + element(0xa3, element(0x30, alternative))
    let signature = element(0x30, element(2, [1]) + element(2, [1]))
    return element(0x30, element(0x30, content) + algorithm + element(3, [0] + signature))
  }

  private static func distinguished(_ name: String) -> [UInt8] {
    let value = element(6, commonName) + element(0x0c, Array(name.utf8))
    return element(0x30, element(0x31, element(0x30, value)))
  }

  private static func time(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80
      ? [UInt8(count)]
      : count < 0x100
        ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    return [tag] + length + content
  }
}
