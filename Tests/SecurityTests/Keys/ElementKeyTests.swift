// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of Specification/seckey.md, "Conformance cases of SecKey", cases 58 and 59, and of the
/// refusal to give out private keys of the secure element.
// Specification/seckey.md, "Access-controlled, token and Secure Enclave keys".
@Suite("SecKey: keys of the secure element")
struct ElementKeyTests {
  private func inKeychain(_ body: () throws -> Void) throws {
    let keychain = try TemporaryKeychain()
    try keychain.run { try body() }
  }

  private static let tag = Data("element".utf8)

  private func make(_ more: [String: Any] = [:]) -> KeyCalls.Answer<SecKey> {
    let parameters: [String: Any] = [
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs as String: [kSecAttrApplicationTag as String: Self.tag],
    ]
    return KeyCalls.generate(kSecAttrKeyTypeEC, 256, parameters.merging(more) { $1 })
  }

  private func query(_ more: [String: Any] = [:]) -> [String: Any] {
    [kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: Self.tag]
      .merging(more) { $1 }
  }

  private func rows() -> [[String: Any]] {
    let all: [String: Any] = [
      kSecClass as String: kSecClassKey, kSecReturnAttributes as String: true,
      kSecMatchLimit as String: kSecMatchLimitAll,
    ]
    return Calls.copy(all).result as? [[String: Any]] ?? []
  }

  /// Signs, decrypts and exchanges with a private key, and checks each result with its public half.
  private func expectToWork(_ key: SecKey) throws {
    let half = try #require(SecKeyCopyPublicKey(key))
    let text = Data("text".utf8)
    let signature = try #require(KeyCalls.sign(key, .ecdsaSignatureMessageX962SHA256, text).object)
    #expect(KeyCalls.verify(half, .ecdsaSignatureMessageX962SHA256, text, signature).object == true)
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    let sealed = try #require(KeyCalls.encrypt(half, algorithm, text).object)
    #expect(KeyCalls.decrypt(key, algorithm, sealed).object == text)
    let other = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    let otherHalf = try #require(SecKeyCopyPublicKey(other))
    let shared = try #require(KeyCalls.exchange(key, .ecdhKeyExchangeStandard, otherHalf).object)
    #expect(shared.count == 32)
    #expect(KeyCalls.exchange(other, .ecdhKeyExchangeStandard, half).object == shared)
  }

  @Test("58: a key is stored, works, and is not read")
  func stored() throws {
    try inKeychain {
      let key = try #require(make().object)
      try expectToWork(key)
      #expect(rows().count == 1 && rows().first?["kcls"] as? Int == 1)
      #expect(rows().first?["tkid"] as? String == "com.apple.setoken")
      #expect(rows().first?["toid"] == nil && rows().first?["sens"] as? Int == 1)
      #expect(KeyCalls.export(key).code == -4)
      let half = try #require(SecKeyCopyPublicKey(key))
      #expect(KeyCalls.form(half)?.count == 65)
      let attributes = KeyCalls.attributes(key)
      #expect(attributes["tkid"] as? String == "com.apple.setoken" && attributes["v_Data"] == nil)
      #expect(attributes["accc"] is SecAccessControl && attributes["kcls"] as? String == "1")
      #expect(attributes["klbl"] as? Data == KeyCalls.attributes(half)["klbl"] as? Data)
      #expect(SecKeyGetBlockSize(key) == 32 && CFGetTypeID(key) == SecKeyGetTypeID())
      #expect("\(key)".hasPrefix("<SecKeyRef:('com.apple.setoken')"))
    }
  }

  @Test("a key on P-384 is stored, works, is found again, and is not read")
  func larger() throws {
    try inKeychain {
      let parameters: [String: Any] = [
        kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
        kSecPrivateKeyAttrs as String: [kSecAttrApplicationTag as String: Self.tag],
      ]
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 384, parameters).object)
      #expect(rows().first?["bsiz"] as? Int == 384 && rows().first?["esiz"] as? Int == 384)
      let found = Calls.copy(query([kSecReturnRef as String: true])).result
      for key in [key, try #require(found as! SecKey?)] {
        #expect(SecKeyGetBlockSize(key) == 48 && KeyCalls.export(key).code == -4)
        #expect(KeyCalls.attributes(key)["bsiz"] as? Int == 384)
        let half = try #require(SecKeyCopyPublicKey(key))
        #expect(KeyCalls.form(half)?.count == 97)
        let text = Data("text".utf8)
        let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA384
        let signature = try #require(KeyCalls.sign(key, signing, text).object)
        #expect(KeyCalls.verify(half, signing, text, signature).object == true)
        let sealing = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        let sealed = try #require(KeyCalls.encrypt(half, sealing, text).object)
        #expect(KeyCalls.decrypt(key, sealing, sealed).object == text)
        let other = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 384).object)
        let otherHalf = try #require(SecKeyCopyPublicKey(other))
        let shared = try #require(
          KeyCalls.exchange(key, .ecdhKeyExchangeStandard, otherHalf).object)
        #expect(shared.count == 48)
        #expect(KeyCalls.exchange(other, .ecdhKeyExchangeStandard, half).object == shared)
        // A point of another curve gets the error that other private keys give.
        let small = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
        let smallHalf = try #require(SecKeyCopyPublicKey(small))
        let codes = [key, other].map {
          KeyCalls.exchange($0, .ecdhKeyExchangeStandard, smallHalf).code
        }
        #expect(codes[0] == codes[1] && codes[0] != 0)
      }
    }
  }

  @Test("what is found again works, equals the first, and gives no data in any way")
  func found() throws {
    try inKeychain {
      let key = try #require(make().object)
      let again = Calls.copy(query([kSecReturnRef as String: true])).result as? SecKey
      #expect(again == key && again?.hashValue == key.hashValue)
      try expectToWork(try #require(again))
      let data = Calls.copy(query([kSecReturnData as String: true]))
      #expect(data.status == errSecSuccess && data.result == nil)
      let all = Calls.copy(
        query([
          kSecReturnData as String: true, kSecReturnRef as String: true,
          kSecReturnAttributes as String: true, kSecReturnPersistentRef as String: true,
        ]))
      let row = try #require(all.result as? [String: Any])
      #expect(row["v_Data"] == nil && row["v_Ref"] as? SecKey == key)
      let reference = try #require(row["v_PersistentRef"] as? Data)
      let byReference = Calls.copy([
        kSecValuePersistentRef as String: reference, kSecReturnData as String: true,
      ])
      #expect(byReference.status == errSecSuccess && byReference.result == nil)
      #expect(Calls.find([kSecValueRef as String: key]) == errSecSuccess)
    }
  }

  @Test("a key that is not stored works; it can be added later, once")
  func loose() throws {
    try inKeychain {
      let no: [String: Any] = [
        kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: false]
      ]
      let key = try #require(make(no).object)
      #expect(rows().isEmpty)
      try expectToWork(key)
      #expect(KeyCalls.export(key).code == -4)
      let item: [String: Any] = [
        kSecValueRef as String: key, kSecAttrApplicationTag as String: Self.tag,
      ]
      let added = Calls.adding(item.merging([kSecReturnRef as String: true]) { $1 })
      #expect(added.status == errSecSuccess && added.result as? SecKey == key)
      #expect(Calls.add(item) == errSecDuplicateItem)
      let again = Calls.copy(query([kSecReturnRef as String: true])).result as? SecKey
      try expectToWork(try #require(again))
    }
  }

  @Test("both halves are stored where both are permanent; the public one is software's")
  func both() throws {
    try inKeychain {
      let more: [String: Any] = [
        kSecPublicKeyAttrs as String: [
          kSecAttrIsPermanent as String: true, kSecAttrLabel as String: "public",
        ]
      ]
      #expect(make(more).code == 0)
      let found = rows()
      #expect(found.count == 2)
      let half = found.first { $0["kcls"] as? Int == 0 }
      #expect(half?["labl"] as? String == "public" && half?["tkid"] == nil)
    }
  }

  @Test(
    "59: other kinds and tokens are refused",
    arguments: [("42", 2048, -50), ("73", 521, -50), ("73", 0, -50), ("105", 256, -50)])
  func kinds(type: String, bits: Int, code: Int) throws {
    try inKeychain {
      let token: [String: Any] = [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave]
      #expect(KeyCalls.generate(type as NSString, bits, token).code == code)
      let other: [String: Any] = [kSecAttrTokenID as String: "com.example.token"]
      #expect(KeyCalls.generate("73", 256, other).code == -4)
      #expect(rows().isEmpty)
    }
  }

  @Test("a public operation on the private half is refused, and none of RSA is supported")
  func halves() throws {
    try inKeychain {
      let key = try #require(make().object)
      let text = Data("text".utf8)
      let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
      #expect(KeyCalls.verify(key, algorithm, text, text).code == -50)
      #expect(KeyCalls.encrypt(key, .eciesEncryptionStandardX963SHA256AESGCM, text).code == -50)
      #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
      #expect(!SecKeyIsAlgorithmSupported(key, .verify, algorithm))
      #expect(SecKeyIsAlgorithmSupported(key, .keyExchange, .ecdhKeyExchangeCofactor))
      #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureRaw))
      #expect(KeyCalls.sign(key, .rsaSignatureRaw, text).code == -50)
    }
  }

  static var changes: [[String: Any]] {
    [
      [kSecValueData as String: Data([1])], [kSecAttrTokenID as String: ""],
      [kSecAttrAccessible as String: kSecAttrAccessibleAlways],
      [kSecAttrSynchronizable as String: true],
      [
        kSecAttrAccessControl as String: Calls.accessControl(
          String(kSecAttrAccessibleWhenUnlocked), []) as Any
      ],
    ]
  }

  @Test("no change makes a key readable; others leave it working", arguments: 0..<5)
  func update(row: Int) throws {
    try inKeychain {
      let key = try #require(make().object)
      #expect(Calls.update(query(), Self.changes[row]) == errSecParam)
      #expect(Calls.update(query(), [kSecAttrLabel as String: "new"]) == errSecSuccess)
      #expect(rows().first?["labl"] as? String == "new")
      #expect(Calls.copy(query([kSecReturnData as String: true])).result == nil)
      try expectToWork(key)
      #expect(Calls.delete([kSecValueRef as String: key]) == errSecSuccess)
      #expect(rows().isEmpty)
      let signed = KeyCalls.sign(key, .ecdsaSignatureMessageX962SHA256, Data())
      #expect(signed.code == Int(errSecItemNotFound))
    }
  }

  @Test("without an access control the protection that was said holds, on this device alone")
  func accessible() throws {
    try inKeychain {
      func make(_ protection: CFString) -> Int {
        self.make([kSecAttrAccessible as String: protection]).code
      }
      #expect(make(kSecAttrAccessibleAfterFirstUnlock) == 0)
      #expect(rows().first?["pdmn"] as? String == "cku")
      // This keychain has no passcode.
      #expect(make(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly) != 0)
      #expect(rows().count == 1)
    }
  }

  @Test("where the public half cannot be stored, the private one is not, whatever its item says")
  func bothOrNone() throws {
    try inKeychain {
      let more: [String: Any] = [
        kSecPrivateKeyAttrs as String: [kSecAttrApplicationLabel as String: Data([1])],
        kSecPublicKeyAttrs as String: [
          kSecAttrIsPermanent as String: true, kSecAttrAccessGroup as String: "of.nobody",
        ],
      ]
      #expect(make(more).code == -34018)
      #expect(rows().isEmpty)
    }
  }

  @Test("the item of a key says nothing of another key")
  func otherReference() throws {
    try inKeychain {
      let other = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let own: [String: Any] = [kSecValueRef as String: other]
      let key = try #require(make([kSecPrivateKeyAttrs as String: own]).object)
      #expect(rows().first?["klbl"] as? Data == KeyCalls.attributes(key)["klbl"] as? Data)
      #expect(Calls.find([kSecValueRef as String: key]) == errSecSuccess)
    }
  }

  @Test("nobody gives the element a key")
  func given() throws {
    try inKeychain {
      let software = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let item: [String: Any] = [
        kSecValueRef as String: software,
        kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      ]
      #expect(Calls.add(item) == errSecUnimplemented)
      #expect(Calls.add([kSecValueRef as String: software]) == errSecSuccess)
      let change: [String: Any] = [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave]
      #expect(Calls.update([kSecValueRef as String: software], change) == errSecParam)
    }
  }

  @Test("an access control without an entry for the use refuses it in LocalAuthentication's name")
  func noEntry() throws {
    try inKeychain {
      let presence = try #require(
        Calls.accessControl(String(kSecAttrAccessibleWhenUnlocked), .userPresence))
      let key = make([kSecAttrAccessControl as String: presence])
      // A temporary keychain has no passcode, so nothing asks for presence there.
      guard let made = key.object else {
        #expect(key.code == -25293)
        return
      }
      var error: Unmanaged<CFError>?
      let signature = unsafe SecKeyCreateSignature(
        made, .ecdsaSignatureMessageX962SHA256, NSData(), &error)
      let found = unsafe error?.takeRetainedValue()
      #expect(signature == nil && found?.domain == "com.apple.LocalAuthentication")
      #expect(found?.code == -1009)
    }
  }
}
