// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests of ECDSA signatures (Specification/seckey.md, "ECDSA", "Conformance cases of SecKey",
/// cases 21 to 25).
@Suite("ECDSA signatures")
struct ECDSACaseTests {
  @Test(
    "take digests of the hash's length only (case 21)",
    arguments: [
      ("SHA1", 20), ("SHA224", 28), ("SHA256", 32), ("SHA384", 48), ("SHA512", 64),
    ])
  func digestLength(_ hash: String, _ length: Int) throws {
    for curve in ["p192", "p256", "p521"] {
      let pair = try TestKeys.pair("rfc6979-\(curve)")
      let other = try TestKeys.publicHalf("rfc6979-\(curve)")
      for layout in ["X962", "RFC4754"] {
        let name = "sign:ECDSA:digest-\(layout):\(hash)"
        let signature = try pair.sign(bytes(length), name)
        for (count, expected) in [(length - 1, -50), (length, 0), (length + 1, -50), (0, -50)] {
          #expect(status { _ = try pair.sign(bytes(count), name) } == Int32(expected))
          let found = status { try other.verify(signature, of: bytes(count), name) }
          #expect(found == Int32(expected), "\(curve) \(name) \(count)")
        }
      }
    }
  }

  @Test("look at as many bits as the order has (case 22)", arguments: Curve.allCases)
  func leftmostBits(_ curve: Curve) throws {
    let name = "sign:ECDSA:digest-X962"
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    for count in [0, 1, 20, 33, 64, 100] {
      let digest = bytes(count, 0x5A)
      let signature = try pair.sign(digest, name)
      #expect(status { try other.verify(signature, of: digest, name) } == 0, "\(count)")
      for place in 0..<count {
        let found = status { try other.verify(signature, of: turned(digest, at: place), name) }
        #expect((found == 0) == (8 * place + 7 >= curve.bits), "\(count), \(place)")
      }
    }
  }

  @Test("have two layouts of the same numbers (case 23)", arguments: Curve.allCases)
  func layouts(_ curve: Curve) throws {
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    let signature = try pair.sign([1, 2], "sign:ECDSA:message-RFC4754:SHA256")
    let size = curve.fieldSize
    #expect(signature.count == 2 * size)
    let encoded = DERWriter.sequence([
      DERWriter.integer(Array(signature[..<size])), DERWriter.integer(Array(signature[size...])),
    ])
    #expect(
      status { try other.verify(encoded, of: [1, 2], "sign:ECDSA:message-X962:SHA256") } == 0)
    let former = try pair.sign([1, 2], "sign:ECDSA:RFC4754")
    #expect(status { try other.verify(former, of: [1, 2], "sign:ECDSA:digest-RFC4754") } == 0)
  }

  @Test("as r‖s have one length and numbers from 1 on (case 24)", arguments: Curve.allCases)
  func numbers(_ curve: Curve) throws {
    let name = "sign:ECDSA:digest-RFC4754:SHA256"
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    let size = curve.fieldSize
    let signature = try pair.sign(bytes(32), name)
    let (r, s) = (Array(signature[..<size]), Array(signature[size...]))
    let bad: [[UInt8]] = [
      Array(signature.dropLast()), signature + [0], [0] + signature, bytes(size, 0) + s,
      r + bytes(size, 0), bytes(size, 0xFF) + s, r + bytes(size, 0xFF), s + r,
    ]
    for changed in bad {
      #expect(status { try other.verify(changed, of: bytes(32), name) } == -67808)
    }
    // The length of the signature is checked before the digest.
    #expect(status { try other.verify(bad[0], of: bytes(31), name) } == -67808)
    #expect(status { try other.verify(signature, of: bytes(31), name) } == -50)
  }

  @Test("as DER have one encoding (case 25)", arguments: Curve.allCases)
  func strictDER(_ curve: Curve) throws {
    let name = "sign:ECDSA:digest-X962:SHA256"
    let pair = try TestKeys.pair("rfc6979-p\(curve.bits)")
    let other = try TestKeys.publicHalf("rfc6979-p\(curve.bits)")
    let raw = try pair.sign(bytes(32), "sign:ECDSA:digest-RFC4754:SHA256")
    let size = curve.fieldSize
    let (r, s) = (DERWriter.integer(Array(raw[..<size])), DERWriter.integer(Array(raw[size...])))
    func sequence(_ content: [UInt8]) -> [UInt8] { DERWriter.element(.sequence, content) }
    /// Returns an INTEGER with an additional leading zero.
    func padded(_ number: [UInt8]) -> [UInt8] { [2, number[1] + 1, 0] + number[2...] }
    let good = sequence(r + s)
    let length = UInt8((r + s).count)
    #expect(status { try other.verify(good, of: bytes(32), name) } == 0)
    let long: [UInt8] = length < 0x80 ? [0x30, 0x81, length] : [0x30, 0x82, 0, length]
    let bad: [[UInt8]] = [
      good + [0], sequence(r + s + [0]), sequence(r + s + r), sequence(r), sequence(padded(r) + s),
      sequence(r + padded(s)), long + r + s, [0x30, 0x80] + r + s + [0, 0],
      sequence([2, 0x81, r[1]] + r[2...] + s), Array(good.dropLast()), [0x31] + good[1...],
      sequence([4] + r[1...] + s), sequence([2, 1, 0] + s), sequence([2, 1, 0xFF] + s),
      sequence([2, 0] + s), r + s,
      sequence(DERWriter.integer(bytes(size + 1, 1)) + s),
    ]
    for (index, signature) in bad.enumerated() {
      #expect(status { try other.verify(signature, of: bytes(32), name) } == -67808, "\(index)")
    }
    // Here the digest is checked before the signature.
    #expect(status { try other.verify([], of: bytes(31), name) } == -50)
  }
}
