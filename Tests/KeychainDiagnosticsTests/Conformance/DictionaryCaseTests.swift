// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", about dictionaries and habits: cases
/// 59 to 61, 66 to 73, 88 to 93.
@Suite("diagnosis: dictionaries")
struct DictionaryCaseTests {
  @Test("case 59: a delete of more than one item")
  func broadDelete() {
    let stage = Stage()
    for account in ["1", "2", "3"] { stage.add(["svce": "a", "acct": account]) }
    let found = stage.explain(.delete(Stage.password(["svce": "a"])), performs: false)
    #expect(found.telling == ["K801"])
    #expect(found.findings[0].text.contains("3 items"))
    let limited = stage.explain(
      .delete(Stage.password(["svce": "a", "limit": kSecMatchLimitOne])), performs: false)
    #expect(limited.telling == ["K801", "K706"])
    let left = stage.phone.run { Stage.perform(stage.search(["svce": "a", "acct": "1"])) }
    #expect(left == errSecSuccess)
  }

  @Test("case 60: several match and one is returned")
  func several() {
    let stage = Stage()
    for account in ["1", "2", "3"] { stage.add(["svce": "a", "acct": account]) }
    #expect(
      stage.explain(stage.search(["svce": "a", "r_Data": true])).telling == ["K221", "K808"])
  }

  @Test("case 61: a limit in a delete under the rules of iOS")
  func limitedDelete() {
    let stage = Stage(profile: .ios)
    stage.add(["svce": "a"])
    let found = stage.explain(
      .delete(Stage.password(["svce": "a", "limit": kSecMatchLimitOne])))
    #expect(found.status == errSecParam)
    #expect(found.telling == ["K706"])
  }

  @Test("cases 66 and 68: an attribute that the class does not have")
  func foreignAttribute() {
    let stage = Stage()
    let queries: [[NSString: Any]] = [
      ["atag": "x"], ["class": kSecClassCertificate, "atag": "x"],
    ]
    for query in queries {
      let found = stage.explain(stage.search(query))
      #expect(found.status == errSecNoSuchAttr)
      #expect(found.telling == ["K701"])
      #expect(found.text.contains("belongs to keys"))
    }
    let key = stage.explain(stage.adding(["class": kSecClassKey, "desc": "x"]))
    #expect(key.telling == ["K701"])
  }

  @Test("case 69: what cannot be changed")
  func unchangeable() {
    let stage = Stage()
    stage.add(["svce": "a"])
    let changes: [NSDictionary] = [[kSecClass: kSecClassKey], [kSecReturnData: true]]
    for changes in changes {
      let found = stage.explain(.update(Stage.password(["svce": "a"]), setting: changes))
      #expect(found.status == errSecNoSuchAttr)
      #expect(found.telling == ["K708"])
    }
  }

  @Test("case 70: a limit in an add")
  func matchKeyInAdd() {
    let stage = Stage()
    let found = stage.explain(stage.adding(["svce": "a", "limit": kSecMatchLimitOne]))
    #expect(found.status == errSecParam)
    #expect(found.telling == ["K705"])
  }

  @Test("synchronizable and of this device only: stored, and said never to sync")
  func neverSyncs() throws {
    let stage = Stage()
    let bound: [NSString: Any] = ["pdmn": kSecAttrAccessibleWhenUnlockedThisDeviceOnly]
    let both = bound.merging(["sync": true, "acct": "a"]) { $1 }
    let added = stage.explain(stage.adding(both))
    #expect(added.status == 0 && added.telling.contains("K720"))
    stage.add(bound.merging(["acct": "b"]) { $1 })
    let made = stage.explain(
      .update(Stage.password(["acct": "b"]), setting: ["sync": true] as NSDictionary))
    #expect(made.status == 0 && made.telling.contains("K720"))
    for harmless in [bound, ["sync": true]] {
      let found = stage.explain(stage.adding(harmless.merging(["acct": "c"]) { $1 }))
      #expect(!found.telling.contains("K720"))
    }
  }

  @Test("case 72: contradictions")
  func contradictions() throws {
    let stage = Stage()
    let bare = try control([], kSecAttrAccessibleWhenUnlocked)
    let presence = try control(.userPresence, kSecAttrAccessibleWhenUnlocked)
    let cases: [([NSString: Any], String)] = [
      (["sync": true, "ggrp": "x"], "K710"),
      (["pdmn": kSecAttrAccessibleWhenUnlocked, "accc": bare], "K709"),
      (["accc": presence, "sync": true], "K711"),
    ]
    for (pairs, code) in cases {
      let found = stage.explain(stage.adding(pairs))
      #expect(found.status == errSecParam)
      #expect(found.telling == [code])
    }
  }

  @Test("case 73: kinds and keys")
  func kindsAndKeys() {
    let stage = Stage()
    stage.add(["svce": "a"])
    #expect(stage.explain(stage.adding(["labl": true])).telling == ["K703"])
    #expect(stage.explain(stage.search(["u_Foo": 1])).telling == ["K704"])
    let unknown = stage.explain(stage.search(["svce": "a", "m_Foo": 1]))
    #expect(unknown.status == errSecSuccess)
    #expect(unknown.telling == ["K704"])
    #expect(stage.explain(stage.search(["limit": true])).telling == ["K715"])
  }

  @Test("case 88: no class, and none of ours")
  func classes() {
    let stage = Stage()
    let without = stage.explain(.copyMatching([kSecAttrService: "a"] as NSDictionary))
    #expect((without.status, without.telling) == (errSecParam, ["K702"]))
    let unknown = stage.explain(stage.search(["class": "xxxx"]))
    #expect((unknown.status, unknown.telling) == (errSecNoSuchClass, ["K702"]))
  }

  @Test("case 89: a return key in an update")
  func returnInUpdate() {
    let changes = [kSecAttrLabel: "L"] as NSDictionary
    for (profile, status) in [
      (SimulatedDevice.Profile.dataProtection, errSecSuccess), (.ios, errSecParam),
    ] {
      let stage = Stage(profile: profile)
      stage.add(["svce": "a"])
      let query = Stage.password(["svce": "a", kSecReturnAttributes: true])
      let found = stage.explain(.update(query, setting: changes))
      #expect((found.status, found.telling) == (status, ["K707"]))
    }
  }

  @Test("case 90: references that are misused")
  func references() throws {
    let stage = Stage()
    stage.add(["svce": "a"])
    let reference = try #require(
      stage.phone.run { () -> Data? in
        var result: CFTypeRef?
        let query = Stage.password(["svce": "a", kSecReturnPersistentRef: true])
        _ = unsafe SecItemCopyMatching(query, &result)
        return result as? Data
      })
    let cases: [([NSString: Any], OSStatus)] = [
      (
        [kSecClass: kSecClassGenericPassword, "v_PersistentRef": reference, kSecAttrService: "a"],
        errSecParam
      ),
      ([kSecClass: kSecClassInternetPassword, "v_PersistentRef": reference], errSecNoSuchClass),
      ([kSecClass: kSecClassGenericPassword, "v_PersistentRef": Data([1, 2, 3])], errSecParam),
    ]
    for (query, status) in cases {
      let found = stage.explain(.copyMatching(query as NSDictionary))
      #expect(found.status == status)
      #expect(found.telling == ["K712"])
    }
  }

  @Test("case 91: what has no effect, or belongs elsewhere")
  func withoutEffect() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let secret = stage.explain(stage.search(["svce": "a", "data": Data("x".utf8)]))
    #expect((secret.status, secret.telling) == (errSecSuccess, ["K714"]))
    let issuers = stage.explain(stage.search([kSecMatchIssuers: [Data([0x30, 0])]]))
    #expect((issuers.status, issuers.telling) == (errSecUnimplemented, ["K716"]))
    let insensitive = stage.explain(
      stage.search(["svce": "a", kSecMatchCaseInsensitive: true]))
    #expect((insensitive.status, insensitive.telling) == (errSecSuccess, ["K717"]))
    let query = Stage.password(["svce": "a", "ui": kSecUseAuthenticationUISkip])
    let skip = stage.explain(.update(query, setting: [kSecAttrLabel: "L"] as NSDictionary))
    #expect((skip.status, skip.telling) == (errSecParam, ["K718"]))
    let control = try control([], kSecAttrAccessibleAfterFirstUnlock)
    let changed = stage.explain(
      .update(
        Stage.password(["svce": "a"]), setting: [kSecAttrAccessControl: control] as NSDictionary))
    #expect((changed.status, changed.telling) == (errSecSuccess, ["K719"]))
  }

  @Test("case 92: what an add leaves to defaults")
  func defaults() {
    let stage = Stage()
    let always = stage.explain(stage.adding(["svce": "a", "acct": "c", "pdmn": "dk"]))
    #expect((always.status, always.telling) == (errSecSuccess, ["K809"]))
    let plain = stage.explain(stage.adding(["svce": "a", "acct": "b"]))
    #expect(plain.besides.isSuperset(of: ["K411", "K813", "K810"]))
    let search = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(search.besides.isSuperset(of: ["K808", "K807"]))
  }

  @Test("case 92: the same of a program that was seen in the background, or refused while locked")
  func defaultsAway() throws {
    let stage = Stage()
    stage.phone.enterBackground()
    try stage.phone.enterForeground(stage.app)
    let found = stage.explain(stage.adding(["svce": "a", "acct": "b"]))
    #expect((found.status, found.telling) == (errSecSuccess, ["K810"]))
    #expect(found.besides.isSuperset(of: ["K411", "K813"]))
    let locked = Stage()
    locked.add(["svce": "a", "acct": "b"])
    locked.phone.lock()
    locked.perform(locked.search(["svce": "a", "acct": "b"]), errSecInteractionNotAllowed)
    #expect(try locked.phone.unlock(passcode: "1234"))
    #expect(locked.explain(locked.adding(["svce": "c"])).telling == ["K810"])
  }

  @Test("case 93: many prompts in one search")
  func prompts() throws {
    let stage = Stage()
    let presence = try control(.userPresence, kSecAttrAccessibleWhenUnlocked)
    for account in ["1", "2", "3"] { stage.add(["svce": "a", "acct": account, "accc": presence]) }
    let found = stage.explain(
      stage.search(["svce": "a", "limit": kSecMatchLimitAll, "r_Data": true]), performs: false)
    #expect((found.status, found.telling) == (errSecSuccess, ["K814"]))
  }

  @Test("case 94: a large secret")
  func large() {
    let stage = Stage()
    let found = stage.explain(stage.adding(["svce": "a", "data": Data(count: 64 << 10)]))
    #expect(found.besides.contains("K815"))
  }

  @Test("a reference alone is asked for, and the data make no object")
  func noObject() {
    let stage = Stage()
    let item: [NSString: Any] = ["class": kSecClassCertificate, "data": Data("x".utf8)]
    let asked = Stage.password(item.merging([kSecReturnRef: true]) { $1 })
    #expect(stage.explain(.add(asked), performs: false).telling.contains("K721"))
  }
}
