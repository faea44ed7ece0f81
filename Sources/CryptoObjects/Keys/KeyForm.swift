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
