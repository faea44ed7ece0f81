// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Tests of Specification/seckey.md, "Conformance cases of SecKey", cases 25, 28, 29, 60 and 62.
///
/// They cover the part that the API adds to the operations. The operations themselves are tested in
/// CryptoObjectsTests.
// Specification/seckey.md, "Old functions", "Error reporting".
@Suite("SecKey: using keys")
struct KeyUseTests {
  private static let text = Data("a text".utf8)

  private func pair(_ type: CFString, _ bits: Int) throws -> (SecKey, SecKey) {
    let key = try #require(KeyCalls.generate(type, bits).object)
    return (key, try #require(SecKeyCopyPublicKey(key)))
  }

  static let signatures: [(String, Int, SecKeyAlgorithm)] = [
    ("42", 1024, .rsaSignatureMessagePKCS1v15SHA256), ("42", 1024, .rsaSignatureMessagePSSSHA256),
    ("73", 256, .ecdsaSignatureMessageX962SHA256), ("73", 521, .ecdsaSignatureMessageRFC4754SHA512),
  ]

  @Test("25, 28, 29: what was signed is verified, by the right half", arguments: signatures)
  func sign(type: String, bits: Int, algorithm: SecKeyAlgorithm) throws {
    let (key, half) = try pair(type as NSString, bits)
    let signature = try #require(KeyCalls.sign(key, algorithm, Self.text).object)
    #expect(KeyCalls.verify(half, algorithm, Self.text, signature).object == true)
    #expect(KeyCalls.verify(half, algorithm, Self.text + [0], signature).code == -67808)
    #expect(KeyCalls.verify(half, algorithm, Self.text, Data()).code == -67808)
    let code = type == "73" ? -50 : -67808
    #expect(KeyCalls.verify(key, algorithm, Self.text, signature).code == code)
    #expect(KeyCalls.sign(half, algorithm, Self.text).code == -50)
    #expect(KeyCalls.sign(key, SecKeyAlgorithm(rawValue: "algid:none"), Self.text).code == -50)
  }

  @Test("a text comes back; what was changed does not")
  func encrypt() throws {
    let (key, half) = try pair(kSecAttrKeyTypeRSA, 1024)
    let algorithm = SecKeyAlgorithm.rsaEncryptionOAEPSHA256AESGCM
    for count in [0, 1, 100_000] {
      let text = Data(repeating: 7, count: count)
      var sealed = try #require(KeyCalls.encrypt(half, algorithm, text).object)
      #expect(KeyCalls.decrypt(key, algorithm, sealed).object == text)
      sealed[sealed.count - 1] ^= 1
      #expect(KeyCalls.decrypt(key, algorithm, sealed).code == -50)
    }
    #expect(KeyCalls.decrypt(key, algorithm, Data()).code == -50)
  }

  @Test("an exchange takes its parameters from the dictionary, of the right types")
  func exchange() throws {
    let (key, half) = try pair(kSecAttrKeyTypeEC, 256)
    let (_, other) = try pair(kSecAttrKeyTypeEC, 384)
    let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
    let size = SecKeyKeyExchangeParameter.requestedSize
    let info = SecKeyKeyExchangeParameter.sharedInfo
    let given: [SecKeyKeyExchangeParameter: Any] = [size: 20, info: Data([1, 2])]
    let shared = KeyCalls.exchange(key, algorithm, half, given).object
    #expect(shared?.count == 20)
    #expect(KeyCalls.exchange(key, algorithm, half, [size: 20]).object != shared)
    #expect(KeyCalls.exchange(key, algorithm, half, [:]).code == -50)
    #expect(KeyCalls.exchange(key, algorithm, half, [size: "20"]).code == -50)
    #expect(KeyCalls.exchange(key, algorithm, half, [size: 20, info: "ab"]).code == -50)
    #expect(KeyCalls.exchange(key, algorithm, other, given).code == -26275)
    #expect(KeyCalls.exchange(key, algorithm, key, given).code == -50)
    #expect(KeyCalls.exchange(half, algorithm, half, given).code == -50)
  }

  @Test("60: the old functions")
  func raw() throws {
    let (rsa, rsaHalf) = try pair(kSecAttrKeyTypeRSA, 1024)
    let (key, half) = try pair(kSecAttrKeyTypeEC, 256)
    let digest = [UInt8](repeating: 5, count: 32)
    var room = [UInt8](repeating: 0, count: 128)
    var size = 127
    #expect(unsafe SecKeyRawSign(rsa, .PKCS1SHA256, digest, 32, &room, &size) == errSecParam)
    #expect(size == 127 && room.allSatisfy { $0 == 0 })
    size = 128
    #expect(unsafe SecKeyRawSign(rsa, .PKCS1MD5, digest, 32, &room, &size) == errSecParam)
    #expect(unsafe SecKeyRawSign(rsa, .PKCS1SHA256, digest, 32, &room, &size) == errSecSuccess)
    #expect(unsafe SecKeyRawVerify(rsaHalf, .PKCS1SHA256, digest, 32, room, size) == errSecSuccess)
    #expect(unsafe SecKeyRawVerify(rsaHalf, .PKCS1SHA256, digest, 31, room, size) == errSSLCrypto)
    size = 128
    #expect(unsafe SecKeyRawSign(key, .PKCS1, digest, 32, &room, &size) == errSecSuccess)
    #expect(unsafe SecKeyRawVerify(half, [], digest, 32, room, size) == errSecSuccess)
    size = 128
    #expect(unsafe SecKeyRawSign(key, .sigRaw, digest, 32, &room, &size) == errSecSuccess)
    #expect(size == 64)
    #expect(unsafe SecKeyEncrypt(half, .PKCS1, digest, 32, &room, &size) == errSecParam)
    size = 128
    #expect(unsafe SecKeyEncrypt(rsaHalf, [], [1, 2, 3], 3, &room, &size) == errSecSuccess)
    let sealed = room
    #expect(unsafe SecKeyDecrypt(rsa, [], sealed, 128, &room, &size) == errSecSuccess)
    #expect(size == 3 && Array(room[..<3]) == [1, 2, 3])
    #expect(unsafe SecKeyDecrypt(rsa, .sigRaw, sealed, 128, &room, &size) == errSecParam)
  }

  @Test("62: eight threads sign with one key")
  func threads() throws {
    let (key, half) = try pair(kSecAttrKeyTypeEC, 256)
    nonisolated(unsafe) let (one, other) = (key, half)
    let wrong = LockedCount()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let text = Data([UInt8(number)])
      let signature = unsafe KeyCalls.sign(one, .ecdsaSignatureMessageX962SHA256, text).object
      let isRight = signature.map {
        unsafe KeyCalls.verify(other, .ecdsaSignatureMessageX962SHA256, text, $0).object == true
      }
      if isRight != true { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  private final class LockedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { lock.withLock { count } }
    func increment() { lock.withLock { count += 1 } }
  }
}
