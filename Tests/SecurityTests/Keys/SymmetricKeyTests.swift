// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory
import Security
import TestPatience
import Testing

/// Symmetric keys and pairs that are made in the background (Specification/seckey.md, "Old
/// functions"; Documentation/Decisions/symmetric-keys.md).
@Suite("Symmetric keys")
struct SymmetricKeyTests {
  private typealias Answer = (key: SecKey?, code: Int?)

  private static func answer(
    _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> SecKey?
  ) -> Answer {
    var error: Unmanaged<CFError>?
    let key = unsafe call(&error)
    return (key, unsafe error.map { CFErrorGetCode(unsafe $0.takeRetainedValue()) })
  }

  private static func parameters(_ more: [String: Any] = [:]) -> CFDictionary {
    [kSecAttrKeyType as String: kSecAttrKeyTypeAES].merging(more) { $1 } as NSDictionary
  }

  private static func bits(_ bits: Int) -> CFDictionary { parameters(["bsiz": bits]) }

  private static func hex(_ text: String) -> Data {
    Data(
      stride(from: 0, to: text.count, by: 2).map { place in
        let start = text.index(text.startIndex, offsetBy: place)
        return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16) ?? 0
      })
  }

  private static func key(_ bytes: Data) throws -> SecKey {
    let made = unsafe answer { unsafe SecKeyCreateFromData(parameters(), bytes as CFData, $0) }
    return try #require(made.key)
  }

  @Test("a random key has the size that is asked for")
  func generated() throws {
    for size in [128, 192, 256] {
      let made = unsafe Self.answer { unsafe SecKeyGenerateSymmetric(Self.bits(size), $0) }
      let key = try #require(made.key)
      #expect(KeyCalls.form(key)?.count == size / 8)
      let other = unsafe Self.answer { unsafe SecKeyGenerateSymmetric(Self.bits(size), $0) }.key
      #expect(other != key)
      #expect(KeyCalls.attributes(key)["type"] as? String == "2147483649")
      #expect(KeyCalls.attributes(key)["kcls"] as? String == "2")
    }
    for wrong in [
      Self.bits(0), Self.bits(64), Self.bits(512), Self.parameters(), [:] as NSDictionary,
      ["type": kSecAttrKeyType3DES, "bsiz": 192] as NSDictionary,
      Self.parameters(["bsiz": 128, "u_Keychain": "x"]),
      Self.parameters(["bsiz": 128, "perm": "x"]),
    ] {
      let refused = unsafe Self.answer { unsafe SecKeyGenerateSymmetric(wrong, $0) }
      #expect(refused.key == nil && refused.code == Int(errSecParam), "\(wrong)")
    }
  }

  @Test("a key has the bytes of its data")
  func data() throws {
    let bytes = Data(0..<16)
    #expect(try KeyCalls.form(Self.key(bytes)) == bytes)
    for count in [0, 15, 17, 33] {
      let refused = unsafe Self.answer {
        unsafe SecKeyCreateFromData(Self.parameters(), Data(count: count) as CFData, $0)
      }
      #expect(refused.key == nil && refused.code == Int(errSecParam))
    }
  }

  @Test("a derived key is that of PBKDF2 (RFC 6070, and the vector for SHA-256)")
  func derived() {
    let salt = Data("salt".utf8)
    for (function, bits, expected) in [
      (kSecAttrPRFHmacAlgSHA1, 128, "4b007901b765489abead49d926f721d0"),
      (
        kSecAttrPRFHmacAlgSHA256, 256,
        "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"
      ),
      (nil, 128, "c5e478d59288c841aa530db6845c4c8d"),
    ] as [(CFString?, Int, String)] {
      var more: [String: Any] = ["bsiz": bits, "salt": salt, "rounds": 4096]
      if let function { more["prf"] = function }
      let key = unsafe Self.answer {
        unsafe SecKeyDeriveFromPassword("password" as CFString, Self.parameters(more), $0)
      }.key
      #expect(key.flatMap { KeyCalls.form($0) } == Self.hex(expected))
    }
    for more in [
      ["bsiz": 128], ["bsiz": 128, "salt": Data()], ["bsiz": 128, "salt": "text"],
      ["bsiz": 128, "salt": salt, "rounds": 0], ["bsiz": 128, "salt": salt, "rounds": 5_000_001],
      ["bsiz": 128, "salt": salt, "rounds": -1], ["bsiz": 128, "salt": salt, "prf": "md5"],
      ["bsiz": 64, "salt": salt, "rounds": 1], ["salt": salt],
    ] as [[String: Any]] {
      let refused = unsafe Self.answer {
        unsafe SecKeyDeriveFromPassword("p" as CFString, Self.parameters(more), $0)
      }
      #expect(refused.key == nil && refused.code == Int(errSecParam), "\(more)")
    }
  }

  @Test("a wrapped key is that of RFC 3394, and opens under its own key only")
  func wrapped() throws {
    let other = try Self.key(Self.hex("000102030405060708090a0b0c0d0e0f"))
    let key = try Self.key(Self.hex("00112233445566778899aabbccddeeff"))
    let made = SecKeyWrapSymmetric(key, other, NSDictionary(), nil)
    let wrapped = try #require(made)
    #expect(
      wrapped as Data == Self.hex("1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"))
    func unwrap(_ data: Data, _ key: SecKey) -> Answer {
      let data = data as CFData
      return withExtendedLifetime(data) {
        var lent: Unmanaged<CFData>? = unsafe Unmanaged.passUnretained(data)
        return unsafe Self.answer {
          unsafe SecKeyUnwrapSymmetric(&lent, key, Self.parameters(), $0)
        }
      }
    }
    #expect(unwrap(wrapped as Data, other).key == key)
    #expect(unwrap(wrapped as Data, key).code == Int(errSecDecode))
    for place in 0..<wrapped.length {
      var changed = wrapped as Data
      changed[place] ^= 1
      #expect(unwrap(changed, other).code == Int(errSecDecode))
      #expect(unwrap(Data(changed.prefix(place)), other).code == Int(errSecDecode))
    }
    #expect(unwrap(Data(count: 10_000), other).code == Int(errSecDecode))
    var missing: Unmanaged<CFData>?
    let nothing = unsafe Self.answer {
      unsafe SecKeyUnwrapSymmetric(&missing, other, Self.parameters(), $0)
    }
    #expect(nothing.code == Int(errSecParam))
    let pair = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    for (inner, outer) in [(pair, other), (key, pair)] {
      #expect(SecKeyWrapSymmetric(inner, outer, NSDictionary(), nil) == nil)
    }
    let held = unsafe Self.answer {
      unsafe SecKeyGenerateSymmetric(Self.parameters(["bsiz": 128, "extr": false]), $0)
    }.key
    let kept = try #require(held)
    var error: Unmanaged<CFError>?
    #expect(unsafe SecKeyWrapSymmetric(kept, other, NSDictionary(), &error) == nil)
    let code = unsafe error.map { CFErrorGetCode(unsafe $0.takeRetainedValue()) }
    #expect(code == Int(errSecDataNotAvailable))
  }

  @Test("a key is stored in the keychain that is named, or in the default keychain")
  func stored() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("keys.keychain")
      for (more, place) in [
        (["u_Keychain": keychain] as [String: Any], keychain),
        (["perm": true], try #require(SecKeychain.store)),
      ] {
        let all = Self.parameters(["bsiz": 256, "labl": "name"].merging(more) { $1 })
        let made = unsafe Self.answer { unsafe SecKeyGenerateSymmetric(all, $0) }
        let key = try #require(made.key)
        let query: NSMutableDictionary = [
          kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
          kSecAttrLabel: "name", kSecReturnData: true,
        ]
        query[kSecMatchSearchList] = NSArray(array: [place])
        var found: CFTypeRef?
        #expect(unsafe SecItemCopyMatching(query, &found) == errSecSuccess)
        #expect(found as? Data == KeyCalls.form(key))
      }
    }
  }

  @Test("a pair is made in the background, or an error is told")
  func background() throws {
    let told = Lock<[(same: Bool, code: Int)]>([])
    for type in [kSecAttrKeyTypeEC, "x" as CFString] {
      let wanted = ["type": type, "bsiz": 256] as NSDictionary
      SecKeyGeneratePairAsync(wanted, DispatchQueue.global()) { publicKey, privateKey, error in
        let isPair = SecKeyCopyPublicKey(privateKey) == publicKey
        told.withLock { $0.append((isPair, CFErrorGetCode(error))) }
      }
      let count = type == kSecAttrKeyTypeEC ? 1 : 2
      #expect(Patience.wait { told.withLock { $0.count } == count })
    }
    let all = told.withLock { $0 }
    #expect(all.map(\.code) == [0, Int(errSecParam)])
    #expect(all.first?.same == true)
  }
}
