// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Tests of Specification/seckey.md, "Conformance cases of SecKey", cases 2 to 8 and 11 to 18.
// Specification/seckey.md, "External representation", "Generation".
@Suite("SecKey: making keys and their bytes")
struct KeyFormTests {
  private static var ec: CFString { kSecAttrKeyTypeECSECPrimeRandom }
  private static var privateClass: CFString { kSecAttrKeyClassPrivate }
  private static var publicClass: CFString { kSecAttrKeyClassPublic }

  private func pair(_ type: CFString, _ bits: Int) throws -> (SecKey, SecKey) {
    let key = try #require(KeyCalls.generate(type, bits).object)
    return (key, try #require(SecKeyCopyPublicKey(key)))
  }

  @Test("2: keys on each curve, and their bytes", arguments: [192, 224, 256, 384, 521])
  func curves(bits: Int) throws {
    let (key, half) = try pair(Self.ec, bits)
    let size = (bits + 7) / 8
    let (one, other) = (try #require(KeyCalls.form(key)), try #require(KeyCalls.form(half)))
    #expect(one.count == 3 * size + 1 && other.count == 2 * size + 1 && other.first == 4)
    #expect(one.starts(with: other))
    #expect(SecKeyGetBlockSize(key) == size && SecKeyGetBlockSize(half) == size)
  }

  /// The key type, the size in bits as given, and the code (0 for success).
  static let sizes: [(type: String, size: any Sendable, code: Int)] = [
    ("73", 255, -50), ("73", 0, -50), ("73", "256", 0), ("73", " 256", -50), ("73", "0256", -50),
    ("42", 512, 0), ("42", 1031, 0), ("42", 511, -50), ("42", 8193, -50), ("42", -1, -50),
    ("43", 256, -50), ("107", 256, -50), ("2147483649", 256, -50), ("RSA", 1024, -50),
  ]

  @Test("3, 4, 7, 8: types and sizes", arguments: sizes.indices)
  func generating(row: Int) {
    let (type, size, code) = Self.sizes[row]
    let answer = KeyCalls.generate(type as NSString, size)
    #expect(answer.code == code)
    guard let key = answer.object else { return }
    let bits = (size as? Int) ?? 256
    let attributes = KeyCalls.attributes(key)
    #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == bits)
    #expect(SecKeyGetBlockSize(key) == (bits + 7) / 8)
  }

  @Test("3, 5, 6: what is missing, or only in a half, or a number")
  func missing() {
    #expect(KeyCalls.generate([kSecAttrKeyType as String: Self.ec]).code == -50)
    #expect(KeyCalls.generate([kSecAttrKeySizeInBits as String: 256]).code == -50)
    #expect(KeyCalls.generate([:]).code == -50)
    let half: [String: Any] = [
      kSecAttrKeyType as String: Self.ec, kSecAttrKeySizeInBits as String: 256,
    ]
    #expect(KeyCalls.generate([kSecPrivateKeyAttrs as String: half]).code == -50)
    let number: [String: Any] = [
      kSecAttrKeyType as String: 73, kSecAttrKeySizeInBits as String: 256,
    ]
    #expect(KeyCalls.generate(number).code == -50)
    var (one, other): (SecKey?, SecKey?)
    let status = unsafe SecKeyGeneratePair(number as CFDictionary, &one, &other)
    #expect(status == -50)
    #expect(one == nil && other == nil)
  }

  @Test(
    "11, 12, 5: a key of its bytes is equal", arguments: [("73", 256), ("73", 521), ("42", 1024)])
  func again(type: String, bits: Int) throws {
    let (key, half) = try pair(type as NSString, bits)
    for (one, keyClass) in [(key, Self.privateClass), (half, Self.publicClass)] {
      let form = try #require(KeyCalls.form(one))
      for type in [type, Int(type) ?? 0] as [Any] {
        let other = try #require(KeyCalls.make(form, type, keyClass).object)
        #expect(CFEqual(one, other) && one == other && one.hashValue == other.hashValue)
        #expect(CFHash(one) == CFHash(other))
        let (found, expected) = (KeyCalls.attributes(other), KeyCalls.attributes(one))
        #expect(found as NSDictionary == expected as NSDictionary)
        #expect(KeyCalls.make(form, expected).object == one)
      }
    }
    #expect(key != half && SecKeyCopyPublicKey(half) == half)
    #expect(CFGetTypeID(key) == SecKeyGetTypeID() && CFGetTypeID(half) == SecKeyGetTypeID())
  }

  @Test("13: X.509's form of an RSA public key gives PKCS#1's back")
  func subjectPublicKeyInfo() throws {
    let (_, half) = try pair(kSecAttrKeyTypeRSA, 1024)
    let form = try #require(KeyCalls.form(half))
    let algorithm: [UInt8] = [
      0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 0x05, 0x00,
    ]
    let content = Data(algorithm + [0x03, 0x81, UInt8(form.count + 1), 0]) + form
    let info = Data([0x30, 0x81, UInt8(content.count)]) + content
    let key = KeyCalls.make(info, kSecAttrKeyTypeRSA, Self.publicClass).object
    #expect(key.flatMap { KeyCalls.form($0) } == form)
    #expect(KeyCalls.make(info + [0], kSecAttrKeyTypeRSA, Self.publicClass).code == -50)
    #expect(KeyCalls.make(info, kSecAttrKeyTypeRSA, Self.privateClass).code == -50)
    var other = info
    other[14] = 2
    #expect(KeyCalls.make(other, kSecAttrKeyTypeRSA, Self.publicClass).code == -50)
  }

  @Test("14 to 17: other forms, points off the curve, the other half, a changed scalar")
  func refusedForms() throws {
    let (rsa, rsaHalf) = try pair(kSecAttrKeyTypeRSA, 1024)
    let (key, half) = try pair(Self.ec, 256)
    let (form, point) = (try #require(KeyCalls.form(key)), try #require(KeyCalls.form(half)))
    let (rsaForm, rsaPoint) = (
      try #require(KeyCalls.form(rsa)), try #require(KeyCalls.form(rsaHalf))
    )
    func flipped(_ data: Data, _ place: Int) -> Data {
      var data = data
      data[place] ^= 1
      return data
    }
    let version: [UInt8] = [0x30, 0x82, 0x02, 0x5e, 0x02, 0x01, 0x00]
    let refused: [(Data, CFString, CFString)] = [
      (rsaForm, kSecAttrKeyTypeRSA, Self.publicClass),
      (rsaPoint, kSecAttrKeyTypeRSA, Self.privateClass),
      (rsaForm + [0], kSecAttrKeyTypeRSA, Self.privateClass),
      (rsaForm.dropLast(), kSecAttrKeyTypeRSA, Self.privateClass),
      (Data(version) + rsaForm, kSecAttrKeyTypeRSA, Self.privateClass),
      (flipped(rsaForm, rsaForm.count - 1), kSecAttrKeyTypeRSA, Self.privateClass),
      (Data("-----BEGIN RSA PRIVATE KEY-----".utf8), kSecAttrKeyTypeRSA, Self.privateClass),
      (Data(), kSecAttrKeyTypeRSA, Self.publicClass), (Data(), Self.ec, Self.publicClass),
      (form, Self.ec, Self.publicClass), (point, Self.ec, Self.privateClass),
      (Data([2]) + point[1...32], Self.ec, Self.publicClass),
      (point.dropFirst(), Self.ec, Self.publicClass),
      (Data([6]) + point.dropFirst(), Self.ec, Self.publicClass),
      (flipped(point, 64), Self.ec, Self.publicClass),
      (Data([4]) + Data(count: 64), Self.ec, Self.publicClass),
      (flipped(form, 96), Self.ec, Self.privateClass),
      (form.suffix(32), Self.ec, Self.privateClass),
      (form, kSecAttrKeyTypeRSA, Self.privateClass), (rsaForm, Self.ec, Self.privateClass),
      (form, "2147483678" as NSString, Self.privateClass),
    ]
    for (index, (data, type, keyClass)) in refused.enumerated() {
      #expect(KeyCalls.make(data, type, keyClass).code == -50, "row \(index)")
    }
    #expect(KeyCalls.make(point, "43", Self.publicClass).object == half)
    #expect(KeyCalls.make(point, "2147483678", Self.publicClass).object == half)
  }

  @Test(
    "18: classes that there are not",
    arguments: [("2", -4), ("3", -50), ("01", -50), ("", -50), ("-1", -50)])
  func classes(keyClass: String, code: Int) throws {
    let (_, half) = try pair(Self.ec, 256)
    let form = try #require(KeyCalls.form(half))
    #expect(KeyCalls.make(form, Self.ec, keyClass).code == code)
    #expect(KeyCalls.make(form, [kSecAttrKeyType as String: Self.ec]).code == -50)
    #expect(KeyCalls.make(form, [kSecAttrKeyClass as String: "0"]).code == -50)
    #expect(KeyCalls.make(form, Data([1]), "0").code == -50)
  }

  @Test("61: the error of a call that succeeds is left alone")
  func untouched() throws {
    let planted = NSError(domain: "planted", code: 1)
    var error: Unmanaged<CFError>? = unsafe Unmanaged.passUnretained(planted)
    let (key, _) = try pair(Self.ec, 256)
    let form = unsafe SecKeyCopyExternalRepresentation(key, &error)
    let left = unsafe error?.takeUnretainedValue()
    #expect(form != nil && left === planted)
    let none = SecKeyCreateWithData(NSData(), NSDictionary(), nil)
    #expect(none == nil)
  }
}
