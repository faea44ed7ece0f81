// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory
import TestVectors
import Testing

/// Reads the keys of Tests/Vectors/seckey/keys.txt.
enum TestKeys {
  private static let fields = Dictionary(
    uniqueKeysWithValues: Vector.all("seckey/keys.txt").map { ($0.testDescription, $0) })

  /// Returns the private half of a key.
  static func pair(_ name: String) throws -> SoftwareKey {
    let field = try #require(fields[name], "\(name)")
    guard let curve = field.fields["curve"] else { return .rsa(try rsa(field)) }
    if let use = uses[curve] {
      let secret = SecretBytes(copying: try field.bytes("scalar"))
      let key = try Curve25519Key(use, secret: secret)
      #expect(try key.publicBytes == field.bytes("point"))
      return .curve25519(key)
    }
    let bits = try #require(Int(curve.dropFirst()))
    return .ec(
      try ECKey(
        try #require(Curve(bits: bits)), point: try field.bytes("point"),
        scalar: SecretBytes(copying: try field.bytes("scalar"))))
  }

  private static let uses = ["ed25519": Curve25519Key.Use.signing, "x25519": .agreement]

  /// Returns the public half of a key.
  static func publicHalf(_ name: String) throws -> SoftwareKey { try pair(name).publicHalf() }

  private static func rsa(_ field: Vector) throws -> RSAKey {
    func secret(_ name: String) throws -> SecretBytes {
      SecretBytes(copying: try field.bytes(name))
    }
    return try RSAKey(
      RSAParts(
        modulus: try field.bytes("n"), publicExponent: try field.bytes("e"),
        secret: RSAParts.Secret(
          exponent: secret("d"), prime1: secret("p"), prime2: secret("q"),
          exponent1: secret("dp"), exponent2: secret("dq"), coefficient: secret("qi"))))
  }
}
