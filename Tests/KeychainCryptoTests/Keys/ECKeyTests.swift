// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import Testing

@Suite("Elliptic curve keys")
struct ECKeyTests {
  /// The P-256 key of RFC 6979 A.2.5.
  static let point = bytes(
    hex: """
      0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6
      7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299
      """)
  static let scalar = bytes(
    hex: "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
  static let order = bytes(
    hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

  @Test(
    "a new key signs, its halves are read back, and both agree on a point",
    arguments: Curve.allCases)
  func newKey(curve: Curve) throws {
    let key = try ECKey(generating: curve)
    #expect(key.isPrivate && key.point.count == 2 * curve.fieldSize + 1 && key.point[0] == 4)
    let again = try ECKey(curve, point: key.point, scalar: key.scalar())
    let half = try key.publicHalf()
    for count in [0, 1, 20, 32, 33, 64, 100] {
      let digest = [UInt8](repeating: 0xa5, count: count)
      let signature = try again.sign(digest)
      #expect(try half.verify(signature, of: digest))
      #expect(try !half.verify(Array(signature.dropLast()), of: digest))
      #expect(try !half.verify(signature, of: (digest + [1])) || count >= curve.fieldSize)
    }
    let other = try ECKey(generating: curve)
    let one = try key.agree(with: other.publicHalf())
    #expect(one.count == curve.fieldSize)
    #expect(try one == other.agree(with: half))
    #expect(throws: CryptoError.failed) { try half.scalar() }
    #expect(throws: CryptoError.failed) { try half.sign([1, 2, 3]) }
    #expect(throws: CryptoError.failed) { try half.agree(with: key) }
  }

  @Test("a key of the standard's example is taken, and verifies the standard's signature")
  func example() throws {
    let key = try ECKey(.p256, point: ECKeyTests.point, scalar: SecretBytes(copying: Self.scalar))
    // RFC 6979 A.2.5, SHA-256 of "sample".
    let digest = try HashFunction.sha256.hash(Array("sample".utf8))
    let signature = bytes(
      hex: """
        3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716
        022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
        """)
    #expect(try key.publicHalf().verify(signature, of: digest))
  }

  /// Invalid pairs of point and scalar, with a name for each.
  static let refused: [(String, [UInt8], [UInt8]?)] = [
    ("off the curve", point.dropLast() + [0x98], nil),
    ("compressed", [2] + point[1...32], nil),
    ("hybrid", [7] + point[1...], nil),
    ("infinity", [4] + [UInt8](repeating: 0, count: 64), nil),
    ("another's scalar", point, scalar.dropLast() + [0x20]),
    ("zero", point, [UInt8](repeating: 0, count: 32)),
    ("the order", point, order),
    ("more than the order", point, [UInt8](repeating: 0xff, count: 32)),
    ("a short scalar", point, scalar.dropLast()),
  ]

  @Test("what is no key is refused", arguments: refused)
  func refuses(name: String, point: [UInt8], scalar: [UInt8]?) {
    #expect(throws: CryptoError.self) {
      if let scalar {
        _ = try ECKey(.p256, point: point, scalar: SecretBytes(copying: scalar))
      } else {
        _ = try ECKey(.p256, point: point)
      }
    }
  }

  @Test("keys on two curves do not agree")
  func curves() throws {
    let key = try ECKey(generating: .p256)
    #expect(throws: CryptoError.wrongParameter) { try key.agree(with: ECKey(generating: .p384)) }
  }

  @Test("eight threads sign with one key")
  func threads() async throws {
    let key = try ECKey(generating: .p256)
    let half = try key.publicHalf()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in UInt8(0)..<8 {
        group.addTask {
          let digest = [UInt8](repeating: number, count: 32)
          return try (0..<100).allSatisfy { _ in
            try half.verify(key.sign(digest), of: digest)
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
