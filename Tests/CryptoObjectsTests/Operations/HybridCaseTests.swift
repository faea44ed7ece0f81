// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of encrypting texts of any length (Specification/seckey.md, "RSA hybrid
/// RSAEncryptionOAEPSHAnAESGCM", "ECIES", "Conformance cases of SecKey", cases 42 to 46).
@Suite("Hybrid encryption")
struct HybridCaseTests {
  @Test("with RSA adds a block and a tag (case 42)", arguments: ["rsa-2048", "rsa-4096"])
  func rsaSizes(_ name: String) throws {
    let (pair, other) = try (TestKeys.pair(name), TestKeys.publicHalf(name))
    let algorithm = "encrypt:RSA:OAEP:SHA256:AESGCM"
    for count in [0, 1, 1000] {
      let sealed = try other.encrypt(bytes(count), algorithm)
      #expect(sealed.count == pair.blockSize + count + 16)
      #expect(try pair.decrypt(sealed, algorithm) == bytes(count))
    }
    #expect(status { _ = try pair.encrypt([1], algorithm) } == -50)
    #expect(status { _ = try other.decrypt(bytes(pair.blockSize + 16, 0), algorithm) } == -50)
  }

  @Test("with RSA opens as it was sealed (case 43)")
  func rsaChanged() throws {
    let (pair, other) = try (TestKeys.pair("rsa-2048"), TestKeys.publicHalf("rsa-2048"))
    let algorithm = "encrypt:RSA:OAEP:SHA256:AESGCM"
    let sealed = try other.encrypt(bytes(20), algorithm)
    let bad: [[UInt8]] = [
      turned(sealed, at: 100), turned(sealed, at: 256), turned(sealed, at: -1),
      Array(sealed[..<(256 + 15)]), Array(sealed[..<255]), [], sealed + [0],
      Array(sealed.dropLast()),
    ]
    for (index, changed) in bad.enumerated() {
      #expect(status { _ = try pair.decrypt(changed, algorithm) } == -50, "\(index)")
    }
    #expect(status { _ = try pair.decrypt(sealed, "encrypt:RSA:OAEP:SHA1:AESGCM") } == -50)
  }

  @Test("on curves adds a point and a tag (cases 44, 46)", arguments: Curve.allCases)
  func curveSizes(_ curve: Curve) throws {
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    for end in ["KDFX963:SHA256:AESGCM", "KDFX963:SHA512:AESGCM-KDFIV"] {
      let (standard, cofactor) = ("encrypt:ECIES:ECDH:\(end)", "encrypt:ECIES:ECDHC:\(end)")
      for count in [0, 1, 1000] {
        let sealed = try other.encrypt(bytes(count), cofactor)
        #expect(sealed.count == curve.pointSize + count + 16)
        #expect(try pair.decrypt(sealed, standard) == bytes(count))
        #expect(try pair.decrypt(other.encrypt(bytes(count), standard), cofactor) == bytes(count))
      }
      #expect(status { _ = try pair.encrypt([1], standard) } == -50)
      let sealed = try other.encrypt([1], standard)
      #expect(status { _ = try other.decrypt(sealed, standard) } == -50)
    }
  }

  @Test("on curves opens as it was sealed (case 45)", arguments: Curve.allCases)
  func curveChanged(_ curve: Curve) throws {
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    let algorithm = "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"
    let sealed = try other.encrypt(bytes(20), algorithm)
    let size = curve.pointSize
    let compressed = [2 | (sealed[size - 1] & 1)] + sealed[1...curve.fieldSize] + sealed[size...]
    let hybrid = [6 | (sealed[size - 1] & 1)] + sealed[1...]
    let bad: [[UInt8]] = [
      turned(sealed, at: 0), turned(sealed, at: size - 1), turned(sealed, at: size),
      turned(sealed, at: -1), Array(sealed[..<(size - 1)]), Array(sealed[..<(size + 15)]),
      Array(sealed[..<size]), [], sealed + [0], compressed, hybrid,
      bytes(size, 0) + sealed[size...],
    ]
    for (index, changed) in bad.enumerated() {
      #expect(status { _ = try pair.decrypt(changed, algorithm) } == -50, "\(index)")
    }
    for name in ["SHA1:AESGCM", "SHA256:AESGCM-KDFIV"] {
      #expect(status { _ = try pair.decrypt(sealed, "encrypt:ECIES:ECDH:KDFX963:\(name)") } == -50)
    }
  }

  @Test("is never twice the same")
  func fresh() throws {
    let rows = [
      ("rsa-2048", "encrypt:RSA:OAEP:SHA1:AESGCM", 0),
      ("rfc6979-p256", "encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM", 0),
    ]
    for (key, algorithm, place) in rows {
      let other = try TestKeys.publicHalf(key)
      let sealed = try (0..<2).map { _ in try other.encrypt(bytes(64), algorithm) }
      #expect(sealed[0][place..<(place + 60)] != sealed[1][place..<(place + 60)])
      #expect(sealed[0].suffix(60) != sealed[1].suffix(60))
    }
  }
}
