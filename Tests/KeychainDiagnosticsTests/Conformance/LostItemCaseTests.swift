// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of items that an update of the program left behind (Specification/diagnostics.md,
/// "Conformance cases", cases 52 to 54).
@Suite("conformance: lost items") struct LostItemCaseTests {
  private func upgrade(
    _ stage: Stage, _ groups: [String], team prefix: String = Stage.team
  ) throws {
    try stage.phone.upgrade(stage.app, .init(prefix: prefix, groups: groups), version: "2.1")
  }

  @Test("52: a group fewer")
  func groupRemoved() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [Stage.group("g2")])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.status == errSecItemNotFound && found.telling == ["K501", "K510"])
    #expect(found.besides.contains("K509"))
    #expect(found.text.contains("<string>ABCDE12345.g1</string>"))
    #expect(found.text.contains("history   1    g1, g2, com.example.a"), "\(found.text)")
    #expect(found.text.contains("2.1      g2, com.example.a"), "\(found.text)")
    // An item that is not in the lost group either is missing for another reason.
    let other = stage.explain(stage.search(["svce": "a", "acct": "c"]))
    #expect(!other.telling.contains("K501"))
    #expect(!found.text.contains("kSecAttrSynchronizable"))
    // A search that names another group does not mean the lost one.
    let named = stage.explain(stage.search(["svce": "a", "agrp": Stage.group("g2")]))
    #expect(!named.telling.contains("K501"))
  }

  @Test("52: the lost group itself is named, and no other one was meant")
  func groupNamed() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [Stage.group("g2")])
    let calls = [
      stage.search(["svce": "a", "agrp": Stage.group("g1")]),
      .delete(Stage.password(["svce": "a", "agrp": Stage.group("g1")])),
      stage.adding(["svce": "new", "agrp": Stage.group("g1")]),
    ]
    for call in calls {
      let found = stage.explain(call)
      #expect(found.status == errSecMissingEntitlement)
      #expect(found.telling == ["K401", "K501"] && found.besides == ["K509"], "\(found.text)")
      #expect(found.text.contains("version 1 held it"), "\(found.text)")
      #expect(found.text.contains("<string>ABCDE12345.g1</string>"))
      #expect(found.text.contains("Name ABCDE12345.g2 in code, then remove g1"))
      #expect(!found.text.contains("nearest"))
    }
    // No item in the lost group matches this search.
    let other = stage.explain(stage.search(["svce": "x", "agrp": Stage.group("g1")]))
    #expect(other.telling == ["K401"] && other.text.contains("version 1 held it"))
    // A group that the program never held is reported as a misspelling.
    let never = stage.explain(stage.search(["svce": "a", "agrp": Stage.group("G2")]))
    #expect(never.telling == ["K403"])
  }

  @Test("52: the printed update moves synchronizable items too, and none where a key is taken")
  func moving() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.add(["svce": "a", "acct": "c", "sync": true])
    stage.add(["svce": "a", "acct": "b", "agrp": Stage.group("g2"), "labl": "newer"])
    try upgrade(stage, [Stage.group("g2")])
    let query = stage.search(["svce": "a", "acct": "c", "sync": true])
    let found = stage.explain(query)
    let flat = found.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(found.telling == ["K501", "K510"] && flat.contains("2 items it created"))
    #expect(flat.contains("kSecAttrSynchronizable: kSecAttrSynchronizableAny,"))
    #expect(flat.contains("1 item with an equal key is in the new group already"), "\(found.text)")
    // The duplicate is named behind its note, and is not listed as lost.
    #expect(!found.text.contains("\n  item "), "\(found.text)")
    #expect(flat.contains(#/Choose which items to keep: [0-9a-f]+ /#), "\(found.text)")
    #expect(flat.contains("Step 3 moves every item of the class in g1"))
    try upgrade(stage, [Stage.group("g2"), Stage.group("g1")])
    let printed =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        kSecAttrAccessGroup: Stage.group("g1"),
      ] as NSDictionary
    let move = [kSecAttrAccessGroup: Stage.group("g2")] as NSDictionary
    #expect(stage.phone.run { SecItemUpdate(printed, move) } == errSecDuplicateItem)
    let inOld: [NSString: Any] = ["svce": "a", "agrp": Stage.group("g1")]
    for user in ["b", "c"] {
      let left = stage.search(inOld.merging(["acct": user, "sync": user == "c"]) { $1 })
      #expect(stage.phone.run { Stage.perform(left) } == errSecSuccess, "nothing has moved")
    }
    let other = Stage.password(["svce": "a", "acct": "b", "agrp": Stage.group("g2")])
    #expect(stage.phone.run { SecItemDelete(other) } == errSecSuccess)
    #expect(stage.phone.run { SecItemUpdate(printed, move) } == errSecSuccess)
    try upgrade(stage, [Stage.group("g2")])
    #expect(stage.explain(query).status == errSecSuccess)
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).status == errSecSuccess)
  }

  @Test("52: with the group back there is nothing to tell")
  func groupBack() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [Stage.group("g2")])
    try upgrade(stage, [Stage.group("g2"), Stage.group("g1")])
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).status == errSecSuccess)
    // Here the item was moved before the group was removed.
    let move: [NSString: Any] = [kSecAttrAccessGroup: Stage.group("g2")]
    let key = Stage.password(["svce": "a", "agrp": Stage.group("g1")])
    #expect(stage.phone.run { SecItemUpdate(key, NSDictionary(dictionary: move)) } == errSecSuccess)
    try upgrade(stage, [Stage.group("g2")])
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).status == errSecSuccess)
  }

  @Test("52: what another program made in the lost group is not told")
  func foreign() throws {
    let stage = Stage()
    let sister = SimulatedDevice.App(
      "com.example.sister",
      entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))
    stage.phone.install(sister)
    stage.add(["svce": "a", "acct": "b"], as: sister)
    try upgrade(stage, [Stage.group("g2")])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K201"], "\(found.telling)")
    #expect(!found.text.contains("g1"))
  }

  @Test("52: what the program made is found behind many items of another one")
  func amongMany() throws {
    let stage = Stage()
    let sister = SimulatedDevice.App(
      "com.example.sister",
      entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))
    stage.phone.install(sister)
    for number in 0..<70 { stage.add(["svce": "a", "acct": "\(number)"], as: sister) }
    for user in ["b", "c"] { stage.add(["svce": "a", "acct": user]) }
    try upgrade(stage, [Stage.group("g2")])
    let found = stage.explain(stage.search(["svce": "a"]))
    #expect(found.telling == ["K501", "K510"])
    #expect(found.findings.first?.text.contains("2 items it created are") == true, "\(found.text)")
  }

  @Test("53: another team, which nothing links to the first")
  func prefixChanged() throws {
    let stage = Stage(groups: [])
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [], team: "ZYXWV98765")
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.status == errSecItemNotFound && found.telling == ["K201"], "\(found.telling)")
    #expect(!found.text.contains(Stage.team))
  }

  @Test("54: the whole entitlement is gone")
  func entitlementRemoved() throws {
    let stage = Stage(groups: [Stage.group("g1")])
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.status == errSecItemNotFound && found.telling == ["K503", "K510"])
    #expect(found.besides.contains("K509"))
    #expect(found.text.contains("was removed as a whole"))
  }

  @Test("while locked nobody can say who made what is there")
  func locked() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    try upgrade(stage, [Stage.group("g2")])
    stage.phone.lock()
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.status == errSecItemNotFound && !found.telling.contains("K501"))
  }
}
