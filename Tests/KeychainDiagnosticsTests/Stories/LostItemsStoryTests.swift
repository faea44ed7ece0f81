// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Story 1: "clear and store again" after a change of entitlements (Specification/diagnostics.md,
/// "Stories on the simulated device").
@Suite("story 1: items lost after an update") struct LostItemsStoryTests {
  private let first = Stage.group("A")
  private let second = Stage.group("B")
  private let users = ["ann", "bob", "eve"]

  private func references(_ stage: Stage) -> [String: Data] {
    let query: [NSString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "sign-in",
      kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
      kSecReturnPersistentRef: true,
    ]
    var result: CFTypeRef?
    let status = stage.phone.run {
      unsafe SecItemCopyMatching(NSDictionary(dictionary: query), &result)
    }
    guard status == errSecSuccess, let items = result as? [[String: Any]] else { return [:] }
    var found: [String: Data] = [:]
    for item in items {
      if let account = item[kSecAttrAccount as String] as? String {
        found[account] = item[kSecValuePersistentRef as String] as? Data
      }
    }
    return found
  }

  private func upgrade(_ stage: Stage, _ version: String, _ groups: [String]) throws {
    try stage.phone.upgrade(
      stage.app, .init(prefix: Stage.team, groups: groups), version: version)
  }

  @Test("1: clear and store again makes it worse")
  func clearAndStore() throws {
    let stage = Stage(groups: [first, second])
    for user in users { stage.add(["svce": "sign-in", "acct": user]) }
    try upgrade(stage, "2.1", [second])
    let found = stage.explain(stage.search(["svce": "sign-in", "acct": "ann"]))
    #expect(found.telling == ["K501", "K510"])
    // The wrong way: the delete does not see the item either, and the add makes a second one.
    let delete = stage.explain(.delete(Stage.password(["svce": "sign-in", "acct": "ann"])))
    #expect(delete.status == errSecItemNotFound && delete.telling.contains("K510"))
    stage.add(["svce": "sign-in", "acct": "ann"])
    #expect(stage.phone.items.count == 4)
  }

  @Test("1: the way that the tool prints loses nothing")
  func moved() throws {
    let stage = Stage(groups: [first, second])
    for user in users { stage.add(["svce": "sign-in", "acct": user]) }
    let before = references(stage)
    #expect(before.count == 3)
    try upgrade(stage, "2.1", [second])
    #expect(references(stage).isEmpty)
    let text = stage.explain(stage.search(["svce": "sign-in", "acct": "ann"])).text
    #expect(text.contains("<string>\(first)</string>"))
    #expect(text.contains("kSecAttrAccessGroup: \"\(first)\"]"))
    #expect(text.contains("[kSecAttrAccessGroup: \"\(second)\"]"))
    try upgrade(stage, "2.1.1", [second, first])
    let update = KeychainCall.update(
      NSDictionary(dictionary: [
        kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: first,
      ]), setting: NSDictionary(dictionary: [kSecAttrAccessGroup: second]))
    #expect(stage.phone.run { Stage.perform(update) } == errSecSuccess)
    try upgrade(stage, "2.2", [second])
    #expect(references(stage) == before && stage.phone.items.count == 3)
    #expect(stage.explain(stage.search(["svce": "sign-in", "acct": "ann"])).status == 0)
  }
}
