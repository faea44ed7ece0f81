// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of keys as items: Specification/seckey.md, "Conformance cases of SecKey", cases 19 and 51
/// to 56.
// Specification/seckey.md, "Generation", "Keys in SecItem".
@Suite("SecKey: keys in the keychain")
struct KeyItemTests {
  private func inKeychain(_ body: () throws -> Void) throws {
    let keychain = try TemporaryKeychain()
    try keychain.run { try body() }
  }

  private func keys(_ more: [String: Any]) -> [String: Any] {
    [kSecClass as String: kSecClassKey].merging(more) { $1 }
  }

  private func attributes(_ query: [String: Any]) -> [[String: Any]] {
    let all: [String: Any] = [
      kSecReturnAttributes as String: true, kSecMatchLimit as String: kSecMatchLimitAll,
    ]
    return Calls.copy(keys(query).merging(all) { $1 }).result as? [[String: Any]] ?? []
  }

  @Test("19: a key of data is not stored")
  func notStored() throws {
    try inKeychain {
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let form = try #require(KeyCalls.form(key))
      let made = KeyCalls.make(
        form,
        [
          kSecAttrKeyType as String: "73", kSecAttrKeyClass as String: "1",
          kSecAttrIsPermanent as String: true, kSecAttrLabel as String: "label",
        ])
      #expect(made.object == key)
      #expect(Calls.find(keys([kSecAttrLabel as String: "label"])) == errSecItemNotFound)
    }
  }

  @Test("51, 53: halves are stored where they are permanent", arguments: [0, 1, 2, 3])
  func permanent(which: Int) throws {
    try inKeychain {
      let yes: [String: Any] = [kSecAttrIsPermanent as String: true]
      let one: [String: Any] = [kSecAttrIsPermanent as String: NSNumber(value: 1 as Int32)]
      let tag = Data("tag".utf8)
      var parameters: [String: Any] = [
        kSecAttrLabel as String: "both", kSecAttrApplicationTag as String: tag,
      ]
      if which == 1 || which == 2 { parameters[kSecPrivateKeyAttrs as String] = yes }
      if which == 2 { parameters[kSecPublicKeyAttrs as String] = yes }
      if which == 3 { parameters.merge(one) { $1 } }
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256, parameters).object)
      let rows = attributes([kSecAttrLabel as String: "both"])
      #expect(rows.count == [0, 1, 2, 0][which])
      for row in rows {
        #expect(row["atag"] as? Data == tag && row["labl"] as? String == "both")
        #expect(row["klbl"] as? Data == KeyCalls.attributes(key)["klbl"] as? Data)
        #expect(row["type"] as? Int == 73 && row["bsiz"] as? Int == 256)
      }
      #expect(Set(rows.compactMap { $0["kcls"] as? Int }) == [[], [1], [0, 1], []][which])
    }
  }

  @Test("52: each half has the label of its own dictionary, both the tag of all")
  func labels() throws {
    try inKeychain {
      let tag = Data("tag".utf8)
      let parameters: [String: Any] = [
        kSecAttrApplicationTag as String: tag, kSecAttrIsPermanent as String: true,
        kSecPrivateKeyAttrs as String: [kSecAttrLabel as String: "private"],
        kSecPublicKeyAttrs as String: [kSecAttrLabel as String: "public"] as NSDictionary,
      ]
      #expect(KeyCalls.generate(kSecAttrKeyTypeRSA, 1024, parameters).code == 0)
      let rows = attributes([kSecAttrApplicationTag as String: tag])
      let labels = rows.map { "\($0["kcls"] ?? "") \($0["labl"] ?? "")" }.sorted()
      #expect(labels == ["0 public", "1 private"])
    }
  }

  @Test("54: a stored key comes back as object, bytes and attributes", arguments: ["73", "42"])
  func back(type: String) throws {
    try inKeychain {
      let bits = type == "73" ? 256 : 1024
      let key = try #require(
        KeyCalls.generate(
          type as NSString, bits,
          [kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: true]]
        ).object)
      let label = try #require(KeyCalls.attributes(key)["klbl"] as? Data)
      let query = keys([
        kSecAttrApplicationLabel as String: label,
        kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      ])
      let found = Calls.copy(query.merging([kSecReturnRef as String: true]) { $1 })
      #expect(found.status == errSecSuccess && found.result as? SecKey == key)
      let data = Calls.copy(query.merging([kSecReturnData as String: true]) { $1 })
      #expect(data.result as? Data == KeyCalls.form(key))
      let all = Calls.copy(
        query.merging([kSecReturnRef as String: true, kSecReturnAttributes as String: true]) { $1 })
      let row = try #require(all.result as? [String: Any])
      #expect(row["v_Ref"] as? SecKey == key && row["v_Data"] == nil)
      #expect(row["class"] as? String == "keys" && row["kcls"] as? Int == 1)
      let many = Calls.copy(
        query.merging([
          kSecReturnRef as String: true, kSecMatchLimit as String: kSecMatchLimitAll,
        ]) { $1 })
      #expect((many.result as? [AnyObject])?.first as? SecKey == key)
    }
  }

  @Test("56: a key finds, changes and removes its own item, and no other half")
  func byReference() throws {
    try inKeychain {
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let half = try #require(SecKeyCopyPublicKey(key))
      let reference: [String: Any] = [kSecValueRef as String: key]
      let item = reference.merging([kSecAttrLabel as String: "mine"]) { $1 }
      #expect(Calls.find(reference) == errSecItemNotFound)
      #expect(Calls.add(item) == errSecSuccess)
      #expect(Calls.add(item) == errSecDuplicateItem)
      #expect(Calls.add([kSecValueRef as String: half]) == errSecSuccess)
      #expect(attributes([:]).count == 2)
      let found = Calls.copy(reference.merging([kSecReturnAttributes as String: true]) { $1 })
      #expect((found.result as? [String: Any])?["labl"] as? String == "mine")
      #expect(Calls.update(reference, [kSecAttrLabel as String: "new"]) == errSecSuccess)
      #expect(attributes([kSecAttrLabel as String: "new"]).count == 1)
      #expect(Calls.update(reference, reference) == errSecNoSuchAttr)
      #expect(Calls.delete(reference) == errSecSuccess)
      #expect(attributes([:]).compactMap { $0["kcls"] as? Int } == [0])
      #expect(Calls.find(reference) == errSecItemNotFound)
      #expect(Calls.find([kSecValueRef as String: half]) == errSecSuccess)
    }
  }

  @Test("add answers with the object; data that make no key have none")
  func results() throws {
    try inKeychain {
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let added = Calls.adding([kSecValueRef as String: key, kSecReturnRef as String: true])
      #expect(added.status == errSecSuccess && added.result as? SecKey == key)
      let raw = keys([
        kSecValueData as String: Data("no key".utf8), kSecAttrLabel as String: "raw",
        kSecAttrKeyType as String: "73", kSecAttrKeyClass as String: "1",
      ])
      #expect(Calls.add(raw) == errSecSuccess)
      let query = keys([kSecAttrLabel as String: "raw", kSecReturnRef as String: true])
      #expect(Calls.copy(query).status == errSecDecode && Calls.copy(query).result == nil)
      let asking = raw.merging([
        kSecReturnRef as String: true, kSecAttrLabel as String: "asking",
      ]) { $1 }
      #expect(Calls.adding(asking).status == errSecParam)
      #expect(
        Calls.find(keys([kSecAttrLabel as String: "asking"])) == errSecItemNotFound)
      let all = Calls.copy(query.merging([kSecReturnAttributes as String: true]) { $1 })
      let row = try #require(all.result as? [String: Any])
      #expect(row["v_Ref"] == nil && row["v_Data"] == nil && row["labl"] as? String == "raw")
    }
  }

  @Test("55: what an item says of its use binds nobody; explicit attributes win")
  func uses() throws {
    try inKeychain {
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let label = Data([1, 2, 3])
      let item: [String: Any] = [
        kSecValueRef as String: key, kSecAttrCanSign as String: false,
        kSecAttrApplicationLabel as String: label,
      ]
      #expect(Calls.add(item) == errSecSuccess)
      let rows = attributes([kSecAttrApplicationLabel as String: label])
      #expect(rows.count == 1 && rows.first?["sign"] as? Int == 0)
      let found = Calls.copy(
        keys([kSecAttrApplicationLabel as String: label, kSecReturnRef as String: true]))
      let again = try #require(found.result as? SecKey)
      let signs = KeyCalls.attributes(again)["sign"] as AnyObject
      let isTrue = signs === kCFBooleanTrue
      #expect(isTrue)
    }
  }

  @Test("a failure to store one half stores none")
  func both() throws {
    try inKeychain {
      let control = try #require(
        Calls.accessControl(String(kSecAttrAccessibleWhenUnlocked), .privateKeyUsage))
      let parameters: [String: Any] = [
        kSecPublicKeyAttrs as String: [kSecAttrIsPermanent as String: true],
        kSecPrivateKeyAttrs as String: [
          kSecAttrIsPermanent as String: true, kSecAttrAccessControl as String: control,
        ],
      ]
      // The key is refused because no call could read it again (Specification/seckey.md, "Software
      // key with accc in its row").
      #expect(KeyCalls.generate(kSecAttrKeyTypeEC, 256, parameters).code == -25293)
      #expect(attributes([:]).isEmpty)
    }
  }

  @Test("references that are no keys are refused", arguments: ["text", "number", "data"])
  func foreign(kind: String) throws {
    let objects: [String: Any] = ["text": "key", "number": 1, "data": Data([4])]
    let query = keys([kSecValueRef as String: objects[kind] as Any])
    try inKeychain {
      #expect(Calls.add(query) == errSecParam && Calls.find(query) == errSecParam)
      #expect(Calls.delete(query) == errSecParam)
    }
  }
}
