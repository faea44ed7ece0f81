// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that a call for an object alone never succeeds without the object
/// (Documentation/Decisions/objects-of-data.md).
@Suite("items whose data make no object") struct DataWithoutObjectTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let item: @Sendable () throws -> [String: Any]
    /// The status of SecItemAdd if only the object is asked for.
    let add: OSStatus
    /// The status of SecItemCopyMatching if only the object is asked for, of one item or of all.
    let copy: OSStatus
    init(
      _ words: String, add: OSStatus, copy: OSStatus,
      _ item: @escaping @Sendable () throws -> [String: Any]
    ) {
      (testDescription, self.add, self.copy, self.item) = (words, add, copy, item)
    }
  }

  private static let junk = Data("no object".utf8)

  static let rows: [Row] = [
    Row("a private key", add: errSecParam, copy: errSecDecode) {
      ["class": "keys", "type": "73", "kcls": "1", "v_Data": junk]
    },
    Row("a key of an unknown type", add: errSecParam, copy: errSecDecode) {
      ["class": "keys", "type": "4711", "kcls": "1", "v_Data": junk]
    },
    Row("a symmetric key", add: errSecParam, copy: errSecDecode) {
      ["class": "keys", "type": "2147483649", "kcls": "2", "v_Data": Data(count: 32)]
    },
    Row("a key without data", add: errSecParam, copy: errSecDecode) {
      ["class": "keys", "type": "73", "kcls": "1"]
    },
    Row("a public key of which only the type is said", add: errSecSuccess, copy: errSecSuccess) {
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let form = try #require(SecKeyCopyPublicKey(key).flatMap { KeyCalls.form($0) })
      return ["class": "keys", "type": "73", "v_Data": form]
    },
    Row("a certificate", add: errSecParam, copy: errSecDecode) {
      ["class": "cert", "v_Data": junk]
    },
    Row("a generic password", add: errSecSuccess, copy: errSecSuccess) {
      ["class": "genp", "v_Data": junk]
    },
    Row("an internet password", add: errSecSuccess, copy: errSecSuccess) {
      ["class": "inet", "v_Data": junk]
    },
  ]

  @Test(
    "Add with the object alone stores nothing; Copy says so; beside attributes it is left out",
    arguments: rows)
  func classes(_ row: Row) throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let item = try row.item()
      let all = item.filter { $0.key == "class" }
      #expect(Calls.adding(item.merging(["r_Ref": true]) { $1 }).status == row.add)
      if row.add != errSecSuccess {
        #expect(Calls.find(all) == errSecItemNotFound)
        #expect(Calls.add(item) == errSecSuccess)
      }
      let one = all.merging(["r_Ref": true]) { $1 }
      #expect(Calls.copy(one).status == row.copy)
      #expect(Calls.copy(one.merging(["m_Limit": "m_LimitAll"]) { $1 }).status == row.copy)
      let beside = Calls.copy(one.merging(["r_Attributes": true]) { $1 })
      let shown = try #require(beside.result as? [String: Any])
      #expect(beside.status == errSecSuccess)
      #expect((shown["v_Ref"] != nil) == (row.testDescription.hasPrefix("a public")))
    }
  }

  @Test("an identity of which a half makes no object", arguments: ["certificate", "key", "both"])
  func identity(junkHalf: String) throws {
    let (certificate, key) = try Self.halves(junkHalf)
    let keychain = try TemporaryKeychain()
    keychain.run {
      #expect(Calls.add(certificate) == errSecSuccess && Calls.add(key) == errSecSuccess)
      let one: [String: Any] = ["class": "idnt", "r_Ref": true]
      #expect(Calls.copy(one).status == errSecDecode)
      #expect(Calls.copy(one.merging(["m_Limit": "m_LimitAll"]) { $1 }).status == errSecDecode)
      let beside = Calls.copy(one.merging(["r_Attributes": true]) { $1 })
      let shown = beside.result as? [String: Any]
      #expect(beside.status == errSecSuccess && shown != nil && shown?["v_Ref"] == nil)
    }
  }

  /// Returns a certificate and a private key whose attributes form an identity.
  ///
  /// One of them has data that make no object.
  private static func halves(_ junkHalf: String) throws -> ([String: Any], [String: Any]) {
    let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    let form = try #require(KeyCalls.form(key))
    let plain = try CertificateFixtures.data("plain")
    let label = Data("label of the identity".utf8)
    return (
      ["class": "cert", "pkhh": label, "v_Data": junkHalf == "key" ? plain : junk],
      [
        "class": "keys", "type": "73", "kcls": "1", "priv": true, "klbl": label,
        "v_Data": junkHalf == "certificate" ? form : junk,
      ]
    )
  }

  @Test("the explanation names it")
  func explained() throws {
    let keychain = try TemporaryKeychain()
    keychain.run {
      let item: [String: Any] = ["class": "cert", "v_Data": Self.junk]
      let asked = item.merging(["r_Ref": true]) { $1 } as CFDictionary
      #expect(explain(.add(asked)).findings.contains { $0.code == .dataMakeNoObject })
      #expect(Calls.add(item) == errSecSuccess)
      let query = ["class": "cert", "r_Ref": true] as CFDictionary
      let found = explain(.copyMatching(query)).findings.filter { $0.severity == .error }
      #expect(found.map(\.code) == [.dataMakeNoObject])
    }
  }
}
