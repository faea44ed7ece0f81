// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of key exchange (Specification/seckey.md, "Key exchange", "Conformance cases of SecKey",
/// cases 48 to 50).
@Suite("Key exchange")
struct KeyExchangeCaseTests {
  private static let parameters = KeyExchangeParameters(requestedSize: 20)

  @Test("gives both sides the same (case 48)", arguments: Curve.allCases)
  func bothSides(_ curve: Curve) throws {
    let (one, other) = try (ECKey(generating: curve), ECKey(generating: curve))
    let plain = try SoftwareKey.ec(one).exchange("keyexchange:ECDH", with: other.point)
    #expect(plain.count == curve.fieldSize)
    #expect(try SoftwareKey.ec(other).exchange("keyexchange:ECDHC", with: one.point) == plain)
    for (size, info) in [(1, []), (20, bytes(5)), (100, bytes(5)), (100, [])] {
      let parameters = KeyExchangeParameters(requestedSize: size, sharedInfo: info)
      let name = "keyexchange:ECDH:KDFX963:SHA256"
      let found = try SoftwareKey.ec(one).exchange(name, with: other.point, parameters)
      #expect(found.count == size)
      #expect(try SoftwareKey.ec(other).exchange(name, with: one.point, parameters) == found)
    }
  }

  @Test("with derivation needs a size that is allowed (case 49)")
  func parameters() throws {
    let pair = try TestKeys.pair("rfc6979-p256")
    let peer = try ECKey(generating: .p256).point
    let name = "keyexchange:ECDHC:KDFX963:SHA1"
    #expect(status { _ = try pair.exchange(name, with: peer, nil) } == -50)
    for (size, expected) in [(-1, -50), (0, -50), (1, 0), (1 << 30 + 1, -50), (.max, -50)] {
      let parameters = KeyExchangeParameters(requestedSize: size)
      let found = status { _ = try pair.exchange(name, with: peer, parameters) }
      #expect(found == Int32(expected), "\(size)")
    }
    // Algorithms without derivation ignore the size.
    let bad = KeyExchangeParameters(requestedSize: -1)
    #expect(status { _ = try pair.exchange("keyexchange:ECDH", with: peer, bad) } == 0)
  }

  @Test("tells keys of another curve from what is no key (case 50)", arguments: Curve.allCases)
  func otherKeys(_ curve: Curve) throws {
    let pair = SoftwareKey.ec(try ECKey(generating: curve))
    for other in Curve.allCases where other != curve {
      let peer = try ECKey(generating: other).point
      for name in ["keyexchange:ECDH", "keyexchange:ECDH:KDFX963:SHA1"] {
        // The peer is checked before the parameters.
        #expect(status { _ = try pair.exchange(name, with: peer, nil) } == -26275)
      }
    }
    let key = try ECKey(generating: curve)
    let scalar = try key.scalar().clear
    let size = curve.fieldSize
    let bad: [[UInt8]] = [
      [], [0], key.point + scalar, Array(key.point.dropFirst()), turned(key.point, at: 0),
      turned(key.point, at: -1), [2 | key.point[2 * size] & 1] + key.point[1...size],
      bytes(curve.pointSize, 0), [4] + bytes(2 * size, 0xFF), bytes(140),
    ]
    for (index, peer) in bad.enumerated() {
      let found = status {
        _ = try pair.exchange("keyexchange:ECDH:KDFX963:SHA1", with: peer, Self.parameters)
      }
      #expect(found == -50, "\(index)")
    }
  }

  @Test("is for private keys on curves")
  func unsupported() throws {
    let peer = try ECKey(generating: .p256).point
    for key in [
      try TestKeys.publicHalf("rfc6979-p256"), try TestKeys.pair("rsa-2048"),
      try TestKeys.publicHalf("rsa-2048"),
    ] {
      #expect(status { _ = try key.exchange("keyexchange:ECDH", with: peer) } == -50)
    }
    let pair = try TestKeys.pair("rfc6979-p256")
    #expect(status { _ = try pair.exchange("sign:ECDSA:digest-X962", with: peer) } == -50)
    guard case .rsa(let rsa) = try TestKeys.pair("rsa-2048") else { return }
    #expect(status { _ = try pair.exchange("keyexchange:ECDH", with: rsa.modulus) } == -50)
  }
}
