// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Keys, certificates and identities of keychain files through SecItem
/// (Specification/file-keychain.md, "Keys, identities, certificates").
@Suite("SecItem on keychain files: keys, certificates and identities")
struct FileObjectTests {
  typealias Pairs = [String: Any]

  private static func run(_ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run { try body(try KeychainCalls.created("objects.keychain")) }
  }

  private static func add(_ object: AnyObject, _ more: Pairs = [:], to keychain: SecKeychain)
    -> OSStatus
  {
    FileItemCalls.add(["v_Ref": object, "u_Keychain": keychain].merging(more) { $1 })
  }

  private static func pair(_ parameters: Pairs) -> SecKey? {
    SecKeyCreateRandomKey(parameters as NSDictionary, nil)
  }

  @Test("a certificate: by object, by data, by attribute, as a result")
  func certificates() throws {
    try Self.run { keychain in
      let made = try MadeIdentity { $0.subject = "Leaf One" }
      let query: Pairs = ["class": "cert", "m_SearchList": [keychain]]
      let added = FileItemCalls.adding([
        "v_Ref": made.certificate, "u_Keychain": keychain, "r_Ref": true,
      ])
      // The result of an object is an array of dictionaries.
      let results = try #require(added.result as? [Pairs])
      #expect(results.count == 1 && results[0]["v_Ref"] as? SecCertificate == made.certificate)
      #expect(Self.add(made.certificate, to: keychain) == errSecDuplicateItem)
      let data = SecCertificateCopyData(made.certificate) as Data
      let other = try KeychainCalls.created("other.keychain")
      let raw: Pairs = ["class": "cert", "v_Data": data, "u_Keychain": other, "labl": "mine"]
      #expect(FileItemCalls.add(raw) == errSecSuccess)
      #expect(FileItemCalls.add(raw.merging(["v_Data": Data([1])]) { $1 }) == errSecParam)
      let found = try #require(FileItemCalls.attributes(query))
      #expect(found["labl"] as? String == "Leaf One" && found["ctyp"] as? Int == 3)
      // The issuer has its DER header here, unlike in the store.
      let issuer = try #require(found["issr"] as? Data)
      #expect(
        issuer.first == 0x30 && issuer.dropFirst(2) == MadeCertificate.content(ofName: "leaf"))
      for term: Pairs in [
        ["issr": issuer], ["issr": issuer.dropFirst(2) as Data], ["labl": "Leaf One"],
        ["slnr": Data([1])], ["pkhh": made.label], ["v_Ref": made.certificate],
        ["m_SubjectContains": "af O"], ["m_SubjectStartsWith": "Leaf"],
        ["m_SubjectEndsWith": "One"], ["m_SubjectWholeString": "Leaf One"],
        ["m_SubjectContains": "LEAF", "m_CaseInsensitive": true], ["m_ValidOnDate": NSNull()],
        ["m_ItemList": [made.certificate]], ["m_Issuers": [issuer]],
      ] {
        let answer = FileItemCalls.copy(query.merging(term) { $1 })
        #expect(answer.result as? SecCertificate == made.certificate, "\(term.keys)")
      }
      let foreign = try MadeIdentity().certificate
      for term: Pairs in [
        ["slnr": Data([2])], ["v_Ref": foreign], ["m_SubjectContains": "LEAF"],
        ["m_SubjectStartsWith": "eaf"], ["m_SubjectEndsWith": "Leaf"],
        ["m_SubjectWholeString": "Leaf"], ["m_ItemList": [foreign]],
        ["m_EmailAddressIfPresent": "a@b.c"], ["m_TrustedOnly": true],
        ["m_ValidOnDate": Date(timeIntervalSince1970: 0)],
      ] {
        let status = FileItemCalls.find(query.merging(term) { $1 })
        #expect(status == errSecItemNotFound, "\(term.keys)")
      }
      #expect(FileItemCalls.copy(query.merging(["r_Data": true]) { $1 }).result as? Data == data)
      let both = query.merging(["m_SearchList": [keychain, other]]) { $1 }
      #expect(FileItemCalls.count(both) == 2)
      #expect(FileItemCalls.update(query, ["labl": "renamed"]) == errSecSuccess)
      #expect(FileItemCalls.attributes(query)?["labl"] as? String == "renamed")
      #expect(FileItemCalls.delete(query) == errSecSuccess)
      #expect(FileItemCalls.find(query) == errSecItemNotFound)
    }
  }

  @Test("a key pair: stored, found, used, exported and deleted")
  func keys() throws {
    try Self.run { keychain in
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let publicKey = try #require(SecKeyCopyPublicKey(key))
      let named: Pairs = ["labl": "pair", "atag": Data("tag".utf8)]
      #expect(Self.add(key, named, to: keychain) == errSecSuccess)
      #expect(Self.add(publicKey, named, to: keychain) == errSecSuccess)
      #expect(Self.add(key, named, to: keychain) == errSecDuplicateItem)
      let query: Pairs = ["class": "keys", "m_SearchList": [keychain]]
      func ask(_ more: Pairs) -> (status: OSStatus, result: AnyObject?) {
        FileItemCalls.copy(query.merging(more) { $1 })
      }
      let found = try #require(ask(["kcls": kSecAttrKeyClassPrivate]).result)
      #expect(found as? SecKey == key)
      #expect(ask(["kcls": kSecAttrKeyClassPublic]).result as? SecKey == publicKey)
      #expect(ask(["kcls": kSecAttrKeyClassSymmetric]).status == errSecItemNotFound)
      #expect(ask(["atag": Data("tag".utf8), "type": kSecAttrKeyTypeEC]).result as? SecKey == key)
      #expect(ask(["v_Ref": publicKey]).result as? SecKey == publicKey)
      #expect(ask(["type": kSecAttrKeyTypeRSA]).status == errSecItemNotFound)
      let attributes = try #require(FileItemCalls.attributes(query))
      #expect(attributes["kcls"] as? Int == 1 && attributes["type"] as? Int == 73)
      #expect(attributes["bsiz"] as? Int == 256 && attributes["sign"] as? Int == 1)
      #expect(attributes["labl"] as? String == "pair")
      // The public form leaves; a private key leaves as it is extractable and sensitive.
      let form = ask(["kcls": kSecAttrKeyClassPublic, "r_Data": true]).result as? Data
      #expect(form == KeyCalls.form(publicKey))
      #expect(FileItemCalls.count(query) == 2)
      // A key that was read from a file means its item again.
      let held = try #require(ask([:]).result as? SecKey)
      #expect(FileItemCalls.update(["v_Ref": held], ["labl": "held"]) == errSecSuccess)
      #expect(FileItemCalls.attributes(["v_Ref": held])?["labl"] as? String == "held")
      #expect(FileItemCalls.delete(["v_Ref": held]) == errSecSuccess)
      #expect(FileItemCalls.count(query) == 1)
      #expect(FileItemCalls.update(query, ["v_Data": Data([1])]) == errSecParam)
    }
  }

  @Test("a key as data, a symmetric key, and a key that may not leave")
  func keyData() throws {
    try Self.run { keychain in
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      let form = try #require(KeyCalls.form(key))
      let pairs: Pairs = [
        "class": "keys", "v_Data": form, "type": kSecAttrKeyTypeEC,
        "kcls": kSecAttrKeyClassPrivate, "u_Keychain": keychain, "extr": false,
      ]
      #expect(FileItemCalls.add(pairs) == errSecSuccess)
      #expect(FileItemCalls.add(pairs.merging(["v_Data": Data([1])]) { $1 }) == errSecParam)
      #expect(FileItemCalls.add(pairs.filter { $0.key != "v_Data" }) == errSecParam)
      let query: Pairs = ["class": "keys", "m_SearchList": [keychain]]
      let held = try #require(FileItemCalls.copy(query).result as? SecKey)
      #expect(held == key)
      // A reference gives no copy: neither the bytes, nor a key in another keychain.
      let other = try KeychainCalls.created("other.keychain")
      #expect(KeyCalls.form(held) == nil && Self.add(held, to: other) == -25316)
      let out = FileItemCalls.copy(query.merging(["r_Data": true]) { $1 })
      #expect(out.status == -25316)
      let symmetric: Pairs = [
        "class": "keys", "kcls": kSecAttrKeyClassSymmetric, "v_Data": Data(count: 32),
        "labl": "aes", "u_Keychain": keychain,
      ]
      #expect(FileItemCalls.add(symmetric) == errSecSuccess)
      let found = query.merging(["kcls": kSecAttrKeyClassSymmetric, "r_Data": true]) { $1 }
      #expect(FileItemCalls.copy(found).result as? Data == Data(count: 32))
      // Passwords have hidden keys, which are no items.
      KeychainCalls.add("s", "a", to: keychain)
      #expect(FileItemCalls.count(query) == 2)
    }
  }

  @Test(
    "a key may not leave, however the dictionary says so",
    arguments: [false, 0, "0"] as [any Sendable])
  func staying(_ no: any Sendable) throws {
    try Self.run { keychain in
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      #expect(Self.add(key, ["extr": "perhaps"], to: keychain) == errSecParam)
      let pairs: Pairs = [
        "class": "keys", "v_Data": try #require(KeyCalls.form(key)), "type": kSecAttrKeyTypeEC,
        "kcls": kSecAttrKeyClassPrivate, "u_Keychain": keychain, "extr": no,
      ]
      #expect(FileItemCalls.add(pairs) == errSecSuccess)
      let query: Pairs = ["class": "keys", "m_SearchList": [keychain]]
      #expect(FileItemCalls.attributes(query)?["extr"] as? Int == 0)
      #expect(FileItemCalls.copy(query.merging(["r_Data": true]) { $1 }).status == -25316)
    }
  }

  @Test("a reference to an identity means the one in its keychain")
  func sameIdentities() throws {
    try Self.run { keychain in
      let made = try MadeIdentity { $0.subject = "person" }
      let other = try KeychainCalls.created("other.keychain")
      for place in [keychain, other] {
        #expect(Self.add(made.key, to: place) == errSecSuccess)
        #expect(Self.add(made.certificate, to: place) == errSecSuccess)
      }
      let far: Pairs = ["class": "idnt", "m_SearchList": [other]]
      let reference = try #require(
        FileItemCalls.copy(far.merging(["r_PersistentRef": true]) { $1 }).result as? Data)
      let named: Pairs = [
        "class": "idnt", "m_SearchList": [keychain, other], "v_PersistentRef": reference,
      ]
      #expect(FileItemCalls.delete(named) == errSecSuccess)
      #expect(FileItemCalls.find(far) == errSecItemNotFound)
      #expect(
        FileItemCalls.find(["class": "idnt", "m_SearchList": [keychain]]) == errSecSuccess)
    }
  }

  @Test("an identity is its certificate and key, in one file or in two")
  func identities() throws {
    try Self.run { keychain in
      let made = try MadeIdentity { $0.subject = "person" }
      let other = try KeychainCalls.created("other.keychain")
      #expect(Self.add(made.object, to: keychain) == errSecParam)
      #expect(Self.add(made.key, to: keychain) == errSecSuccess)
      #expect(Self.add(made.certificate, to: other) == errSecSuccess)
      let both: Pairs = ["class": "idnt", "m_SearchList": [keychain, other]]
      #expect(
        FileItemCalls.find(["class": "idnt", "m_SearchList": [keychain]]) == errSecItemNotFound)
      #expect(FileItemCalls.copy(both).result as? SecIdentity == made.object)
      let terms: [Pairs] = [
        ["labl": "person"], ["kcls": 1], ["v_Ref": made.object], ["slnr": Data([1])],
      ]
      for term in terms {
        #expect(FileItemCalls.find(both.merging(term) { $1 }) == errSecSuccess, "\(term.keys)")
      }
      #expect(FileItemCalls.find(both.merging(["labl": "x"]) { $1 }) == errSecItemNotFound)
      let reference = try #require(
        FileItemCalls.copy(both.merging(["r_PersistentRef": true]) { $1 }).result as? Data)
      let named = both.merging(["v_PersistentRef": reference]) { $1 }
      #expect(FileItemCalls.copy(named).result as? SecIdentity == made.object)
      #expect(FileItemCalls.update(both, ["labl": "both"]) == errSecSuccess)
      for itemClass in ["cert", "keys"] {
        let part: Pairs = ["class": itemClass, "m_SearchList": [keychain, other]]
        #expect(FileItemCalls.attributes(part)?["labl"] as? String == "both")
      }
      #expect(FileItemCalls.delete(both) == errSecSuccess)
      for itemClass in ["cert", "keys", "idnt"] {
        let part: Pairs = ["class": itemClass, "m_SearchList": [keychain, other]]
        #expect(FileItemCalls.find(part) == errSecItemNotFound)
      }
    }
  }

  @Test("a new key pair is stored in the keychain that its parameters name")
  func generated() throws {
    try Self.run { keychain in
      let parameters: Pairs = [
        "type": kSecAttrKeyTypeEC, "bsiz": 256, "u_Keychain": keychain, "labl": "made",
        "private": ["perm": true], "public": ["perm": true],
      ]
      let key = try #require(Self.pair(parameters))
      let query: Pairs = ["class": "keys", "m_SearchList": [keychain]]
      #expect(FileItemCalls.count(query.merging(["labl": "made"]) { $1 }) == 2)
      #expect(FileItemCalls.copy(query).result as? SecKey == key)
      #expect(FileItemCalls.find(["class": "keys"]) == errSecItemNotFound, "in the store")
      // If one half cannot be stored, neither is.
      let closed = parameters.merging(["private": ["perm": true, "kcls": "x"]]) { $1 }
      #expect(Self.pair(closed) != nil)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(Self.pair(parameters) == nil)
    }
  }

  @Test("a list of objects is added one by one; a wrong or empty list adds nothing")
  func lists() throws {
    try Self.run { keychain in
      let made = try MadeIdentity()
      let query: Pairs = ["class": "cert", "m_SearchList": [keychain]]
      let wrong: [NSArray] = [
        ["x"], [], [made.certificate, "x"], [made.certificate, made.object],
      ]
      for list in wrong {
        for more: Pairs in [[:], ["class": "cert"]] {
          let pairs: Pairs = ["u_ItemList": list, "u_Keychain": keychain]
          #expect(FileItemCalls.add(pairs.merging(more) { $1 }) == errSecParam)
        }
      }
      #expect(FileItemCalls.find(query) == errSecItemNotFound)
      let added = FileItemCalls.adding([
        "u_ItemList": [made.certificate, made.key] as NSArray, "u_Keychain": keychain,
        "r_PersistentRef": true,
      ])
      #expect(added.status == errSecSuccess && (added.result as? [Pairs])?.count == 2)
      #expect(FileItemCalls.find(["class": "idnt", "m_SearchList": [keychain]]) == errSecSuccess)
    }
  }

  @Test("an item whose result cannot be made, or whose list has a duplicate, is not added")
  func failedResults() throws {
    try Self.run { keychain in
      var closed: SecAccess?
      #expect(unsafe SecAccessCreate("x" as NSString, [] as NSArray, &closed) == errSecSuccess)
      let one = try MadeIdentity { $0.subject = "one" }
      let two = try MadeIdentity { $0.subject = "two" }
      #expect(Self.add(two.certificate, to: keychain) == errSecSuccess)
      let rows: [(pairs: Pairs, status: OSStatus, itemClass: String, count: Int)] = [
        (["v_Ref": one.key, "sens": true, "r_Data": true], -25260, "keys", 0),
        (["v_Ref": one.key, "extr": false, "r_Data": true], -25316, "keys", 0),
        (["v_Ref": one.key, "acls": closed as Any, "r_Ref": true], -25308, "keys", 0),
        (
          ["class": "genp", "v_Data": Data([1]), "acls": closed as Any, "r_Data": true], -25308,
          "genp", 0
        ),
        (
          ["u_ItemList": [one.key, one.certificate, two.certificate] as NSArray], -25299, "keys", 0
        ),
        (["u_ItemList": [one.certificate, two.certificate] as NSArray], -25299, "cert", 1),
      ]
      for (number, row) in rows.enumerated() {
        let added = FileItemCalls.adding(row.pairs.merging(["u_Keychain": keychain]) { $1 })
        #expect(added.status == row.status && added.result == nil, "row \(number)")
        let query: Pairs = ["class": row.itemClass, "m_SearchList": [keychain]]
        #expect(FileItemCalls.count(query) == row.count, "row \(number)")
      }
    }
  }

  /// The attributes about the uses of a key.
  private static let uses = [
    "encr", "decr", "drve", "sign", "vrfy", "wrap", "unwp", "snrc", "vyrc",
  ]

  @Test(
    "the uses and flags of a key are those of the dictionary; unnamed uses are permitted",
    arguments: [kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic, kSecAttrKeyClassSymmetric]
      .map { String($0) })
  func flags(_ keyClass: String) throws {
    try Self.run { keychain in
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      var content: Pairs = ["kcls": keyClass, "v_Data": Data(count: 32)]
      if keyClass != String(kSecAttrKeyClassSymmetric) {
        let half = keyClass == "1" ? key : try #require(SecKeyCopyPublicKey(key))
        content = ["v_Ref": half]
      }
      let rows: [(given: Pairs, stored: [String: Int])] = [
        ([:], ["perm": 1, "priv": 0, "modi": 0, "extr": 1, "next": 0]),
        (["sign": true], [:]),
        (["sign": false], ["sign": 0]),
        (["sign": 0, "decr": "0", "vrfy": true], ["sign": 0, "decr": 0]),
        (
          Dictionary(uniqueKeysWithValues: Self.uses.map { ($0, false) }),
          Dictionary(uniqueKeysWithValues: Self.uses.map { ($0, 0) })
        ),
        (["perm": false, "priv": true, "modi": 1], ["perm": 0, "priv": 1, "modi": 1]),
        (["extr": false, "sens": true], ["extr": 0, "next": 1, "sens": 1]),
      ]
      for (number, row) in rows.enumerated() {
        let label = Data("label \(number)".utf8)
        let query: Pairs = ["class": "keys", "klbl": label, "m_SearchList": [keychain]]
        let own: Pairs = ["class": "keys", "klbl": label, "u_Keychain": keychain]
        let pairs = own.merging(content) { $1 }.merging(row.given) { $1 }
        #expect(FileItemCalls.add(pairs) == errSecSuccess)
        let expected = Dictionary(uniqueKeysWithValues: Self.uses.map { ($0, 1) })
          .merging(row.stored) { $1 }
        let found = FileItemCalls.attributes(query) ?? [:]
        for (name, value) in expected {
          #expect(found[name] as? Int == value, "row \(number), \(name)")
          #expect(FileItemCalls.count(query.merging([name: value != 0]) { $1 }) == 1)
          #expect(FileItemCalls.count(query.merging([name: value == 0]) { $1 }) == 0)
        }
      }
      for name in Self.uses + ["perm", "priv", "modi"] {
        let pairs = content.merging([name: "perhaps", "u_Keychain": keychain]) { $1 }
        #expect(FileItemCalls.add(pairs.merging(["class": "keys"]) { $1 }) == errSecParam)
      }
    }
  }

  @Test("a key keeps its uses on its way: imported, read, and added to another keychain")
  func keptUses() throws {
    try Self.run { keychain in
      let other = try KeychainCalls.created("other.keychain")
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      #expect(Self.add(key, ["decr": false, "unwp": false], to: keychain) == errSecSuccess)
      let query: Pairs = ["class": "keys", "m_SearchList": [keychain]]
      let held = try #require(FileItemCalls.copy(query).result as? SecKey)
      #expect(KeyCalls.attributes(held)["decr"] as? Bool == false)
      #expect(Self.add(held, to: other) == errSecSuccess)
      let copy = FileItemCalls.attributes(query.merging(["m_SearchList": [other]]) { $1 }) ?? [:]
      #expect(copy["decr"] as? Int == 0 && copy["unwp"] as? Int == 0 && copy["sign"] as? Int == 1)
    }
  }

  @Test("a symmetric key is found by the label and the type that it was given")
  func symmetricLabels() throws {
    try Self.run { keychain in
      let pairs: Pairs = [
        "class": "keys", "kcls": kSecAttrKeyClassSymmetric, "v_Data": Data(count: 24),
        "klbl": Data("mine".utf8), "type": kSecAttrKeyType3DES, "u_Keychain": keychain,
      ]
      #expect(FileItemCalls.add(pairs) == errSecSuccess)
      #expect(FileItemCalls.add(pairs) == errSecDuplicateItem)
      let query: Pairs = [
        "class": "keys", "klbl": Data("mine".utf8), "type": kSecAttrKeyType3DES,
        "m_SearchList": [keychain], "r_Data": true,
      ]
      #expect(FileItemCalls.copy(query).result as? Data == Data(count: 24))
      #expect(FileItemCalls.count(query.merging(["type": kSecAttrKeyTypeAES]) { $1 }) == 0)
    }
  }

  @Test("an identity is named by its certificate or key alone; the other half is searched for")
  func farIdentities() throws {
    try Self.run { keychain in
      let made = try MadeIdentity { $0.subject = "person" }
      let other = try KeychainCalls.created("other.keychain")
      #expect(Self.add(made.key, to: keychain) == errSecSuccess)
      #expect(Self.add(made.certificate, to: other) == errSecSuccess)
      let missing = try KeychainCalls.open("missing.keychain")
      let both: Pairs = ["class": "idnt", "m_SearchList": [keychain, other]]
      let reference = try #require(
        FileItemCalls.copy(both.merging(["r_PersistentRef": true]) { $1 }).result as? Data)
      let held = try #require(
        FileItemCalls.copy(["class": "keys", "m_SearchList": [keychain]]).result as? SecKey)
      let names: [Pairs] = [
        ["v_PersistentRef": reference], ["v_PersistentRef": reference, "class": "idnt"],
        ["v_Ref": held, "class": "idnt"],
      ]
      #expect(SecKeychainSetSearchList([other] as NSArray) == errSecSuccess)
      for name in names.prefix(2) { #expect(FileItemCalls.find(name) == errSecItemNotFound) }
      #expect(SecKeychainSetSearchList([missing, keychain, other] as NSArray) == errSecSuccess)
      for name in names {
        #expect(FileItemCalls.copy(name).result as? SecIdentity == made.object, "\(name.keys)")
        // A list of the caller is the whole list.
        let near = name.merging(["m_SearchList": [other]]) { $1 }
        #expect(FileItemCalls.find(near) == errSecItemNotFound)
      }
      #expect(FileItemCalls.update(names[0], ["labl": "both"]) == errSecSuccess)
      #expect(FileItemCalls.attributes(names[0])?["labl"] as? String == "both")
      #expect(FileItemCalls.delete(names[0]) == errSecSuccess)
      #expect(FileItemCalls.find(both) == errSecItemNotFound)
    }
  }
}
