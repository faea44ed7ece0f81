// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the attributes that a caller demands of a new or imported key.
///
/// Each call grants a demand or refuses it. No call silently returns a key that lacks it.
@Suite("Demands on keys that are made or brought in") struct DemandTests {
  /// A demand, and the codes that the calls answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let demand: @Sendable () -> [String: Any]
    /// The codes of SecKeyCreateRandomKey, SecKeyCreateWithData, SecItemAdd of data, SecItemAdd of
    /// a key.
    let codes: [Int]
    /// True if the bytes of the key from SecKeyCreateRandomKey can be read.
    var isReadable = true
    /// True if SecKeyCreateRandomKey stores the key.
    var isStored = false
  }

  private static func rule(_ flags: SecAccessControlCreateFlags) -> [String: Any] {
    let rule = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    return [kSecAttrAccessControl as String: rule as Any]
  }

  private static let rows = [
    Row(testDescription: "nothing", demand: { [:] }, codes: [0, 0, 0, 0]),
    Row(
      testDescription: "the secure element, which takes no key from elsewhere",
      demand: { [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave] },
      codes: [0, -50, -4, -4], isReadable: false, isStored: true),
    Row(
      testDescription: "permanence, of which data alone knows nothing",
      demand: { [kSecAttrIsPermanent as String: true] }, codes: [0, 0, 0, 0], isStored: true),
    // The attribute is stored and returned, but not enforced, as on Apple's systems
    // (Specification/seckey.md, "SecKeyCopyAttributes").
    Row(
      testDescription: "not to be extractable",
      demand: { [kSecAttrIsExtractable as String: false] }, codes: [0, 0, 0, 0]),
    Row(
      testDescription: "to be sensitive", demand: { [kSecAttrIsSensitive as String: true] },
      codes: [0, 0, 0, 0]),
    Row(
      testDescription: "an access control without constraints", demand: { rule([]) },
      codes: [0, 0, 0, 0]),
    Row(
      testDescription: "an access control for private operations, whose items nobody reads",
      demand: { rule(.privateKeyUsage) }, codes: [0, 0, -25293, -25293]),
  ]

  @Test("each call grants a demand or refuses it", arguments: rows)
  func each(_ row: Row) throws {
    try TemporaryKeychain().run {
      let demand = row.demand()
      let made = KeyCalls.generate(kSecAttrKeyTypeEC, 256, demand)
      let all: [String: Any] = [kSecClass as String: kSecClassKey]
      #expect((Calls.delete(all) == errSecSuccess) == row.isStored)
      let source = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let form = try #require(KeyCalls.form(source))
      let kind: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeEC,
        kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      ]
      let data = KeyCalls.make(form, kind.merging(demand) { $1 })
      func add(_ more: [String: Any]) -> Int {
        let item = all.merging(more) { $1 }.merging(demand) { $1 }
        return Int(Calls.add(item))
      }
      let codes = [
        made.code, data.code,
        add(kind.merging([kSecValueData as String: form, kSecAttrLabel as String: "d"]) { $1 }),
        add([kSecValueRef as String: source, kSecAttrLabel as String: "r"]),
      ]
      #expect(codes == row.codes)
      if let key = made.object { #expect((KeyCalls.export(key).code == 0) == row.isReadable) }
    }
  }

  @Test("a token that there is none of makes and takes no key") func unknown() throws {
    let token: [String: Any] = [kSecAttrTokenID as String: "com.example.token"]
    try TemporaryKeychain().run {
      #expect(KeyCalls.generate(kSecAttrKeyTypeEC, 256, token).code == -4)
      for data in [Data(count: 97), Data()] {
        #expect(KeyCalls.make(data, token).code == -4)
      }
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let password: [String: Any] = ["class": "genp", "acct": "a", "v_Data": Data([1])]
      #expect(Calls.add(token.merging(["class": "keys", "v_Ref": key]) { $1 }) == -4)
      #expect(Calls.add(password.merging(token) { $1 }) == -4)
      #expect(Calls.add(password) == errSecSuccess)
      #expect(Calls.update(["class": "genp", "acct": "a"], token) == -4)
      #expect(Calls.find(["class": "keys"]) == errSecItemNotFound)
    }
  }

  @Test(
    "a token that is named for one half makes no key in memory",
    arguments: [
      (kSecAttrTokenIDSecureEnclave as String, errSecParam), ("com.example.token", -4),
    ], [kSecPrivateKeyAttrs as String, kSecPublicKeyAttrs as String])
  func half(_ token: (String, OSStatus), _ half: String) throws {
    try TemporaryKeychain().run {
      for isPermanent in [false, true] {
        let attributes: [String: Any] = [
          kSecAttrTokenID as String: token.0, kSecAttrIsPermanent as String: isPermanent,
        ]
        let made = KeyCalls.generate(kSecAttrKeyTypeEC, 256, [half: attributes])
        #expect(made.code == Int(token.1) && made.object == nil)
      }
      #expect(Calls.find(["class": "keys"]) == errSecItemNotFound)
    }
  }
}
