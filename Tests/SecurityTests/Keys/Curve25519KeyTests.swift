// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
@_spi(Private) import Security
import Testing

/// Tests of Ed25519 and X25519 keys as objects (Specification/seckey.md, "How an algorithm is
/// resolved", "Types and sizes" to "Other key types").
///
/// The results of their operations are tested in CryptoObjectsTests.
@Suite("SecKey: Ed25519 and X25519")
struct Curve25519KeyTests {
  private static let eddsa = SecKeyAlgorithm.edDSASignatureMessageCurve25519SHA512
  private static let text = Data("a text".utf8)
  static let types = ["105", "106"]

  static func generate(_ type: String, _ more: [String: Any] = [:]) -> KeyCalls.Answer<SecKey> {
    KeyCalls.generate([kSecAttrKeyType as String: type].merging(more) { $1 })
  }

  private func pair(_ type: String) throws -> (SecKey, SecKey) {
    let key = try #require(Self.generate(type).object)
    return (key, try #require(SecKeyCopyPublicKey(key)))
  }

  @Test("have the strings that Apple has for itself")
  func names() {
    #expect(kSecAttrKeyTypeEd25519 == "105" && kSecAttrKeyTypeX25519 == "106")
    let name = "algid:sign:EdDSA:message-Curve25519:SHA512"
    #expect(Self.eddsa.rawValue as String == name)
  }

  @Test("are made without a size, or with any; by a string, not a number", arguments: types)
  func generating(type: String) throws {
    let (key, half) = try pair(type)
    for one in [key, half] {
      #expect(SecKeyGetBlockSize(one) == 32 && KeyCalls.form(one)?.count == 32)
    }
    #expect(key != half && SecKeyCopyPublicKey(half) == half)
    #expect(Self.generate(type).object != key)
    #expect(Self.generate(type, [kSecAttrKeySizeInBits as String: 256]).object != nil)
    #expect(KeyCalls.generate([kSecAttrKeyType as String: Int(type) ?? 0]).code == -50)
    let element = [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave]
    #expect(Self.generate(type, element).code == -50)
    var (one, other): (SecKey?, SecKey?)
    let parameters = [kSecAttrKeyType: type] as CFDictionary
    #expect(unsafe SecKeyGeneratePair(parameters, &one, &other) == errSecSuccess)
    #expect(one != nil && other.flatMap { SecKeyCopyPublicKey($0) } == one)
  }

  @Test("of other curves and of the algorithms after them are not made")
  func others() {
    for type in 107...111 {
      #expect(Self.generate("\(type)").code == -50)
      for count in [32, 56, 57, 1184] {
        for keyClass in ["0", "1"] {
          #expect(KeyCalls.make(Data(count: count), "\(type)", keyClass).code == -50)
        }
      }
    }
  }

  @Test("say of themselves what keys on curves do", arguments: types)
  func attributes(type: String) throws {
    let (key, half) = try pair(type)
    for (column, chosen) in [(3, key), (4, half)] {
      let found = KeyCalls.attributes(chosen)
      #expect(found.count == 23)
      for line in KeyAttributeTests.table.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard words[column] == "t" || words[column] == "f" else { continue }
        #expect(found[words[0]] as? Bool == (words[column] == "t"), "\(words[0])")
      }
      #expect(found["type"] as? String == type && found["class"] as? String == "keys")
      #expect(found["kcls"] as? String == (column == 3 ? "1" : "0"))
      #expect(found["bsiz"] as? Int == 256 && found["esiz"] as? Int == 256)
      #expect(found["v_Data"] as? Data == KeyCalls.form(chosen))
      let form = Array(try #require(KeyCalls.form(half)))
      #expect(found["klbl"] as? Data == Data(try HashFunction.sha1.hash(form.span)))
    }
    let secret = try #require(KeyCalls.form(key)).map { String(format: "%02X", $0) }.joined()
    let other = try #require(KeyCalls.form(half)).map { String(format: "%02X", $0) }.joined()
    #expect(!"\(key)".contains(secret) && !"\(key)".contains(other) && "\(half)".contains(other))
  }

  @Test("are made of 32 bytes, and of nothing else", arguments: types)
  func forms(type: String) throws {
    let (key, half) = try pair(type)
    for (one, keyClass) in [(key, "1"), (half, "0")] {
      let form = try #require(KeyCalls.form(one))
      for type in [type, Int(type) ?? 0] as [Any] {
        let other = try #require(KeyCalls.make(form, type, keyClass).object)
        #expect(CFEqual(one, other) && one.hashValue == other.hashValue)
        #expect(
          KeyCalls.attributes(other) as NSDictionary == KeyCalls.attributes(one) as NSDictionary)
        #expect(KeyCalls.make(form, KeyCalls.attributes(one)).object == one)
      }
      for bytes in [Data(), form.dropLast(), form + [0], form + form] {
        #expect(KeyCalls.make(bytes, type, keyClass).code == -50)
      }
      #expect(KeyCalls.make(form, type, "2").code == -4)
      #expect(KeyCalls.make(form, "73", keyClass).code == -50)
    }
    // An Ed25519 key and an X25519 key with equal bytes are different keys.
    let form = try #require(KeyCalls.form(half))
    let (one, other) = (KeyCalls.make(form, "105", "0"), KeyCalls.make(form, "106", "0"))
    #expect(one.object != nil && one.object != other.object)
  }

  @Test("sign and verify a message, and support nothing else")
  func signing() throws {
    let (key, half) = try pair("105")
    let signature = try #require(KeyCalls.sign(key, Self.eddsa, Self.text).object)
    #expect(signature.count == 64)
    #expect(KeyCalls.verify(half, Self.eddsa, Self.text, signature).object == true)
    #expect(KeyCalls.verify(half, Self.eddsa, Self.text + [0], signature).code == -67808)
    #expect(KeyCalls.verify(half, Self.eddsa, Self.text, Data()).code == -67808)
    #expect(KeyCalls.verify(key, Self.eddsa, Self.text, signature).code == -50)
    #expect(KeyCalls.sign(half, Self.eddsa, Self.text).code == -50)
    let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]
    #expect(
      operations.map { SecKeyIsAlgorithmSupported(key, $0, Self.eddsa) }
        == [true, false, false, false, false])
    #expect(
      operations.map { SecKeyIsAlgorithmSupported(half, $0, Self.eddsa) }
        == [false, true, false, false, false])
    for row in PublishedAlgorithms.rows {
      for operation in operations {
        #expect(!SecKeyIsAlgorithmSupported(key, operation, row.algorithm))
        #expect(!SecKeyIsAlgorithmSupported(half, operation, row.algorithm))
      }
    }
    let (_, other) = try pair("106")
    #expect(KeyCalls.verify(other, Self.eddsa, Self.text, signature).code == -50)
  }

  @Test("exchange, with and without derivation, and open texts")
  func exchange() throws {
    let (key, half) = try pair("106")
    let (other, otherHalf) = try pair("106")
    for algorithm in [SecKeyAlgorithm.ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactor] {
      let shared = KeyCalls.exchange(key, algorithm, otherHalf).object
      #expect(shared?.count == 32 && KeyCalls.exchange(other, algorithm, half).object == shared)
    }
    let derived = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
    let size = [SecKeyKeyExchangeParameter.requestedSize: 20]
    let shared = KeyCalls.exchange(key, derived, otherHalf, size).object
    #expect(shared?.count == 20 && KeyCalls.exchange(other, derived, half, size).object == shared)
    #expect(KeyCalls.exchange(key, derived, otherHalf).code == -50)
    // These keys are no X25519 public keys. Some have the right length.
    let (signing, signingHalf) = try pair("105")
    let (rsa, point) = (
      try #require(KeyCalls.generate(kSecAttrKeyTypeRSA, 512).object),
      try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    )
    for peer in [other, signing, signingHalf, rsa, point] {
      #expect(KeyCalls.exchange(key, .ecdhKeyExchangeStandard, peer).code == -50)
    }
    #expect(KeyCalls.exchange(point, .ecdhKeyExchangeStandard, half).code == -50)
    let zero = try #require(KeyCalls.make(Data(count: 32), "106", "0").object)
    #expect(KeyCalls.exchange(key, .ecdhKeyExchangeStandard, zero).code == -50)
    let ecies = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
    var sealed = try #require(KeyCalls.encrypt(half, ecies, Self.text).object)
    #expect(sealed.count == 32 + Self.text.count + 16)
    #expect(KeyCalls.decrypt(key, ecies, sealed).object == Self.text)
    sealed[40] ^= 1
    #expect(KeyCalls.decrypt(key, ecies, sealed).code == -50)
    #expect(KeyCalls.sign(key, .ecdsaSignatureMessageX962SHA256, Self.text).code == -50)
  }

  @Test("the old functions refuse them", arguments: types)
  func raw(type: String) throws {
    let (key, half) = try pair(type)
    let input = [UInt8](repeating: 5, count: 32)
    var room = [UInt8](repeating: 0, count: 128)
    var size = 128
    for padding: SecPadding in [[], .PKCS1, .OAEP, .sigRaw, .PKCS1SHA256] {
      #expect(unsafe SecKeyRawSign(key, padding, input, 32, &room, &size) == errSecParam)
      #expect(unsafe SecKeyRawVerify(half, padding, input, 32, room, 64) == errSecParam)
      #expect(unsafe SecKeyEncrypt(half, padding, input, 32, &room, &size) == errSecParam)
      #expect(unsafe SecKeyDecrypt(key, padding, input, 32, &room, &size) == errSecParam)
    }
    #expect(size == 128 && room.allSatisfy { $0 == 0 })
  }
}
