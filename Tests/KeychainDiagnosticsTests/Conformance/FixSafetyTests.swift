// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests that following a report loses nothing, and changes only items that the call was about.
@Suite("diagnosis: following a report is safe")
struct FixSafetyTests {
  private static func server(_ pairs: [NSString: Any]) -> [NSString: Any] {
    pairs.merging(["class": kSecClassInternetPassword]) { own, _ in own }
  }

  @Test("the printed key names empty parts, without which other items would be changed")
  func wholeKey() {
    let stage = Stage()
    stage.add(Self.server(["acct": "ann"]))
    stage.add(Self.server(["acct": "ann", "srvr": "h1"]))
    let found = stage.explain(stage.adding(Self.server(["acct": "ann", "labl": "x"])))
    #expect(found.telling == ["K101", "K804"])
    for line in [
      "kSecAttrServer: \"\",", "kSecAttrSecurityDomain: \"\",", "kSecAttrPath: \"\",",
      "kSecAttrProtocol: 0,", "kSecAttrAuthenticationType: \"\",", "kSecAttrPort: 0,",
    ] {
      #expect(found.text.contains("  \(line)\n"), "\(line)\n\(found.text)")
    }
  }

  @Test("the printed key of a key finds it, with dates and numbers that were never given")
  func wholeKeyOfKey() {
    let stage = Stage()
    let key: [NSString: Any] = [
      "class": kSecClassKey, kSecAttrApplicationLabel: Data("k".utf8), "data": Data("x".utf8),
    ]
    stage.add(key)
    let more = key.merging(["labl": "new"]) { own, _ in own }
    let found = stage.explain(stage.adding(more))
    let zeros = [
      kSecAttrKeyClass: "KeyClass", kSecAttrCreator: "Creator", kSecAttrType: "Type",
      kSecAttrKeySizeInBits: "KeySizeInBits", kSecAttrEffectiveKeySize: "EffectiveKeySize",
    ]
    var printed = key.merging(["data": NSNull()]) { _, none in none }
    for (name, text) in zeros {
      #expect(found.text.contains("kSecAttr\(text): 0,\n"), "\(text)\n\(found.text)")
      printed[name] = 0
    }
    // These attributes have no public constant.
    for name: NSString in ["sdat", "edat"] {
      #expect(
        found.text.contains("\"\(name)\": Date(timeIntervalSinceReferenceDate: 0),\n"),
        "\(found.text)")
      printed[name] = Date(timeIntervalSinceReferenceDate: 0)
    }
    #expect(found.text.contains("kSecAttrApplicationTag: \"\",\n"))
    printed["atag"] = ""
    printed["data"] = nil
    printed[kSecAttrSynchronizable] = false
    let status = stage.phone.run {
      SecItemUpdate(
        Stage.password(printed), [kSecAttrLabel: "new"] as NSDictionary)
    }
    #expect(status == errSecSuccess)
  }

  @Test("a change of protection is printed for one item, never for all of a class")
  func oneProtection() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "labl": "web", "sync": true])
    var reference: CFTypeRef?
    let query: NSDictionary = [
      kSecClass: kSecClassGenericPassword, kSecAttrSynchronizable: kSecAttrSynchronizableAny,
      kSecReturnPersistentRef: true,
    ]
    let status = stage.phone.run { unsafe SecItemCopyMatching(query, &reference) }
    #expect(status == errSecSuccess)
    stage.phone.lock()
    for pairs: [NSString: Any] in [["labl": "web", "sync": true], ["sync": true]] {
      let text = stage.explain(stage.search(pairs)).text
      #expect(text.contains("kSecAttrService: service,\n"), "\(text)")
      #expect(text.contains("kSecAttrAccount: account,\n"))
      #expect(text.contains("kSecAttrSynchronizable: true,\n"))
    }
    let one = stage.explain(
      .copyMatching([kSecValuePersistentRef: try #require(reference)] as NSDictionary))
    #expect(one.text.contains("kSecValuePersistentRef: reference,\n"), "\(one.text)")
    #expect(!one.text.contains("kSecClass: "))
  }

  @Test("a condition that only an open item can answer: it is locked all the same")
  func lockedResidual() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", kSecAttrIsInvisible: 1])
    stage.phone.lock()
    let query: [NSString: Any] = ["svce": "a", kSecAttrIsInvisible: 1]
    #expect(stage.explain(stage.search(query)).telling == ["K301"])
    #expect(stage.explain(.delete(Stage.password(query))).telling == ["K301"])
    let change = stage.explain(
      .update(Stage.password(query), setting: [kSecAttrLabel: "n"] as NSDictionary))
    #expect(change.telling == ["K306"] && change.text.contains("ak to read"))
  }

  @Test("a delete of what is locked says that it is the trap")
  func lockedDelete() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let found = stage.explain(.delete(Stage.password(["svce": "a", "acct": "b"])))
    #expect(found.status == errSecSuccess && found.telling == ["K310"], "\(found.text)")
    stage.add(["svce": "a", "acct": "c", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    let open = stage.explain(.delete(Stage.password(["svce": "a", "acct": "c"])))
    #expect(open.telling == [])
  }

  @Test("what an item holds that asks for a person is not compared with what is added")
  func withheld() throws {
    let stage = Stage()
    stage.add([
      "svce": "a", "acct": "b", "labl": "SecretLabel", "desc": "SecretKind",
      "accc": try control(.userPresence),
    ])
    for kind in ["SecretKind", "other"] {
      let found = stage.explain(
        stage.adding(["svce": "a", "acct": "b", "labl": "guess", "desc": kind]))
      #expect(found.telling == ["K101"])
      #expect(!found.text.contains("desc") && !found.text.contains("labl"), "\(found.text)")
      #expect(found.json.contains("\"differs\":[]") && !found.json.contains("\"length\":11"))
    }
  }

  @Test("of a deletion that spells a value otherwise those are counted that it would take")
  func spelledOtherwise() {
    let stage = Stage()
    for name in ["ann", "bob"] { stage.add(["svce": "a", "acct": name]) }
    stage.add(["svce": "a2", "acct": "ann"])
    let one = stage.explain(.delete(Stage.password(["svce": "a", "acct": "Ann"])))
    #expect(
      one.telling == ["K205"] && one.text.contains("SecItemDelete would then remove it."),
      "\(one.text)")
    let two = stage.explain(.delete(Stage.password(["svce": "A"])))
    #expect(two.text.contains("SecItemDelete would then remove all 2 of them"), "\(two.text)")
    // An item with another spelling of the account is another item.
    stage.add(["svce": "a", "acct": "ANN"])
    let other = stage.explain(.delete(Stage.password(["svce": "a", "acct": "Ann"])))
    #expect(other.text.contains("SecItemDelete would then remove it."), "\(other.text)")
  }

  @Test("a deletion in another class is told with what it would take")
  func otherClass() {
    let stage = Stage()
    for name in ["ann", "bob"] { stage.add(["svce": "a", "acct": name]) }
    let found = stage.explain(.delete(Stage.password(Self.server(["srvr": "a"]))))
    #expect(found.telling == ["K203"])
    #expect(found.text.contains("SecItemDelete would then remove 2 items: if"), "\(found.text)")
  }

  @Test("a search for another account is not told to leave the account out")
  func otherAccount() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "ann"])
    let found = stage.explain(stage.search(["svce": "a", "acct": "somebody"]))
    #expect(found.telling == ["K204"])
    #expect(found.findings.first?.why.contains("so it is another item") == true)
    #expect(found.findings.first?.fix.contains("Remove") == false)
  }

  @Test("an item that was deleted is told as such, though another one is near")
  func deletedAndNear() {
    let stage = Stage()
    for name in ["ann", "bob"] { stage.add(["svce": "a", "acct": name]) }
    #expect(
      stage.phone.run { SecItemDelete(Stage.password(["svce": "a", "acct": "ann"])) }
        == errSecSuccess)
    let found = stage.explain(stage.search(["svce": "a", "acct": "ann"]))
    #expect(found.telling == ["K217", "K204"], "\(found.text)")
    // Without the whole primary key, the deleted item cannot be told from others.
    #expect(
      stage.phone.run { SecItemDelete(Stage.password(["svce": "a"])) } == errSecSuccess)
    let gone = stage.explain(stage.search(["svce": "a"]))
    #expect(gone.telling == ["K201"])
    let why = gone.findings.first?.why ?? ""
    #expect(why.hasPrefix("A SecItemDelete of this program removed 1 item of the class at "))
  }

  @Test("each failure of the nearest item is told, two of one kind as well")
  func twice() {
    let stage = Stage()
    stage.add(Self.server(["srvr": "host.example", "acct": "ann"]))
    let found = stage.explain(
      stage.search(Self.server(["srvr": "HOST.example", "acct": "Ann"])))
    #expect(found.telling == ["K205", "K205"], "\(found.text)")
  }

  @Test("what misses by a part of the key is not aimed at the item that is near")
  func nothingToDelete() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "ann"])
    let found = stage.explain(.delete(Stage.password(["svce": "a", "acct": "zoe"])))
    #expect(found.telling == ["K204"])
    let finding = found.findings.first
    #expect(finding?.why.contains("so it is another item") == true)
    #expect(finding?.fix.hasPrefix("There is nothing to remove by this key.") == true)
  }

  @Test("items in several groups are told with their groups, and a deletion is to name one")
  func severalGroups() {
    let stage = Stage(groups: ["g1", "g2", "g3"].map(Stage.group))
    for group in ["g2", "g3"] {
      stage.add(["svce": "a", "acct": "b", "agrp": Stage.group(group)])
    }
    let query = Stage.password(["svce": "a", "acct": "b", "agrp": Stage.group("g1")])
    let found = stage.explain(.delete(query))
    #expect(found.telling == ["K207"])
    let text = found.findings.first?.text ?? ""
    #expect(text.contains(".g2") && text.contains(".g3") && text.contains("1 item matches in"))
    #expect(found.findings.first?.fix.hasPrefix("Change kSecAttrAccessGroup to the group") == true)
    let search = stage.explain(.copyMatching(query))
    #expect(search.findings.first?.fix == "Remove or change kSecAttrAccessGroup.")
  }

  @Test("another class has another name for the attribute")
  func renamed() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "ann"])
    let found = stage.explain(
      .delete(Stage.password(Self.server(["srvr": "a", "acct": "ann"]))))
    #expect(found.telling == ["K203"])
    #expect(
      found.findings.first?.fix
        == "Change kSecClass to kSecClassGenericPassword, kSecAttrServer to kSecAttrService.")
    #expect(found.text.contains("SecItemDelete would then remove 1 item"))
  }

  @Test("a reference whose item fails another condition does not make the class empty")
  func referenced() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "ann"])
    var reference: CFTypeRef?
    let query = Stage.password(["svce": "a", kSecReturnPersistentRef: true])
    let status = stage.phone.run { unsafe SecItemCopyMatching(query, &reference) }
    #expect(status == errSecSuccess)
    let item = try #require(reference)
    let other: NSDictionary = [kSecValuePersistentRef: item, kSecAttrService: "x"]
    let found = stage.explain(.delete(other))
    #expect(found.status == errSecItemNotFound && found.telling == ["K204"], "\(found.text)")
    let group: NSDictionary = [
      kSecValuePersistentRef: item, kSecAttrAccessGroup: Stage.group("g2"),
    ]
    #expect(stage.explain(.delete(group)).telling == ["K207"])
    // The persistent reference of another store means no item here.
    let foreign = Stage(seed: 7)
    foreign.add(["svce": "b"])
    let unknown = foreign.explain(.copyMatching([kSecValuePersistentRef: item] as NSDictionary))
    #expect(unknown.telling == ["K218"], "\(unknown.text)")
  }

  @Test("before the first unlock no protection is advised that is not there either")
  func addBeforeFirstUnlock() {
    let stage = Stage()
    stage.phone.reboot()
    let add = stage.adding(["svce": "a", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    let found = stage.explain(add)
    #expect(found.telling == ["K304"])
    #expect(found.findings.first?.fix == "Wait for the first unlock, and add then.")
  }

  @Test("an update that wants the place of a locked item is refused by that one")
  func lockedSlot() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "1", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    stage.add(["svce": "a", "acct": "2"])
    stage.phone.lock()
    let found = stage.explain(
      .update(
        Stage.password(["svce": "a", "acct": "1"]), setting: [kSecAttrAccount: "2"] as NSDictionary
      ))
    #expect(found.status == errSecInteractionNotAllowed)
    #expect(found.telling.first == "K305", "\(found.text)")
  }

  @Test("another protection is a difference, and the printed update has it")
  func otherProtection() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let found = stage.explain(
      stage.adding(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock]))
    #expect(found.telling == ["K101", "K804"])
    #expect(found.text.contains("pdmn  stored: ak   yours: ck"), "\(found.text)")
    #expect(
      found.text.contains("kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,\n"))
  }

  @Test("tomb=1 asks for what was deleted")
  func tombstones() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "ann"])
    let found = stage.explain(stage.search(["svce": "a", "tomb": 1]))
    if found.status == errSecItemNotFound {
      #expect(found.telling == ["K204"])
      #expect(found.findings.first?.fix == "Remove tomb from the search.")
    } else {
      Issue.record("\(found.text)")
    }
  }
}
