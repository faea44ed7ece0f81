// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", cases 13 to 30, as far as the
/// present state of the store shows their cause.
@Suite("diagnosis: nothing found")
struct AbsenceCaseTests {
  @Test("case 13: an empty store")
  func empty() {
    let stage = Stage()
    #expect(stage.explain(stage.search(["svce": "a"])).telling == ["K201"])
  }

  @Test("case 15: another class")
  func otherClass() {
    let stage = Stage()
    stage.add([
      "class": kSecClassInternetPassword, "srvr": "a", "acct": "b", "data": Data("x".utf8),
    ])
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).telling == ["K203"])
  }

  @Test("case 16: one attribute too many")
  func narrow() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b", "labl": "L"]))
    #expect(found.telling == ["K204"])
    #expect(found.nearMisses.count == 1)
  }

  @Test("case 17: another spelling", arguments: ["B", " b", "Optional(\"b\")"])
  func form(account: String) {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    #expect(stage.explain(stage.search(["svce": "a", "acct": account])).telling == ["K205"])
  }

  @Test("case 18: a kind that never matches")
  func kind() {
    let stage = Stage()
    stage.add(["svce": "a", kSecAttrIsInvisible: true])
    #expect(
      stage.explain(stage.search(["svce": "a", kSecAttrIsInvisible: "yes"])).telling == ["K206"])
  }

  @Test("case 19: another of the program's groups")
  func group() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "agrp": Stage.group("g1")])
    let found = stage.explain(
      stage.search(["svce": "a", "acct": "b", "agrp": Stage.group("g2")]))
    #expect(found.telling == ["K207"])
  }

  @Test("cases 20 and 21: another program's item is not there")
  func foreign() {
    let other = SimulatedDevice.App(
      "com.example.z", entitlements: .init(prefix: Stage.team, groups: [Stage.group("z")]))
    func report(withForeign: Bool) -> (Explanation, String) {
      let stage = Stage()
      stage.phone.install(other)
      if withForeign {
        #expect(stage.add(["svce": "a", "acct": "b"], as: other) == errSecSuccess)
      }
      stage.add(["svce": "c", "acct": "d"])
      let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
      return (found, found.text + found.json)
    }
    let (found, text) = report(withForeign: true)
    #expect(found.telling == ["K218"])
    #expect(text == report(withForeign: false).1)
  }

  @Test("case 22: synchronizable items are not searched")
  func synchronizable() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "sync": true])
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).telling == ["K209"])
  }

  @Test("case 23: local items are excluded")
  func local() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b", "sync": true]))
    #expect(found.telling == ["K210"])
  }

  @Test("case 24: skipped, as they need a person")
  func skipped() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "accc": try control(.userPresence)])
    let found = stage.explain(stage.search(["svce": "a", "ui": kSecUseAuthenticationUISkip]))
    #expect(found.telling == ["K211"])
  }

  @Test("case 25: the protection as a filter")
  func protection() {
    let stage = Stage()
    stage.add(["svce": "a", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    let found = stage.explain(
      stage.search(["svce": "a", "pdmn": kSecAttrAccessibleWhenUnlocked]))
    #expect(found.telling == ["K212"])
  }

  @Test("case 29: two failures")
  func two() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "labl": "M"])
    let found = stage.explain(stage.search(["svce": "a", "acct": "B", "labl": "wrong"]))
    #expect(found.telling == ["K204", "K205"])
    #expect(found.nearMisses.first?.failures.count == 2)
  }

  @Test("case 67: the label of a key")
  func label() {
    let stage = Stage()
    let name = Data("k-label".utf8)
    let key: [NSString: Any] = [
      kSecClass: kSecClassKey, kSecAttrApplicationLabel: name, kSecValueData: Data("x".utf8),
    ]
    #expect(stage.phone.run { SecItemAdd(key as NSDictionary, nil) } == errSecSuccess)
    let query = [kSecClass: kSecClassKey, kSecAttrLabel: "k-label"]
    #expect(stage.explain(.copyMatching(query as NSDictionary)).telling == ["K204", "K713"])
  }

  @Test("case 77: success, and a limit of nothing")
  func limits() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let found = stage.explain(
      stage.search(["svce": "a", "acct": "b", "r_Data": true, "limit": kSecMatchLimitOne]))
    #expect(found.telling == [])
    #expect(found.besides.contains("K001"))
    let none = stage.explain(stage.search(["svce": "a", "acct": "b", "limit": 0]))
    #expect(none.telling == ["K216"])
  }

  @Test("case 78: the passcode was removed")
  func destroyed() throws {
    let stage = Stage()
    stage.add(["svce": "a", "pdmn": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
    try stage.phone.removePasscode("1234")
    #expect(stage.explain(stage.search(["svce": "a"])).telling == ["K219"])
  }

  @Test("case 80: an item without data")
  func withoutData() {
    let stage = Stage()
    stage.add(["svce": "a", "data": NSNull()])
    let found = stage.explain(
      stage.search(["svce": "a", "r_Data": true, "limit": kSecMatchLimitOne]))
    #expect(found.telling == ["K222"])
  }
}
